import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The address to which a broker's web view is sent to fix the device: the broker performs the action, and loads the
/// first request again. Other browsers cannot do it.
struct DeviceRemedy {
    let step: PolicyStep
    let control: PolicyControl
    let device: RegisteredDevice?

    /// The address, with a scheme that the broker's web view handles; nil where nothing helps.
    var address: String? {
        guard step.attempt.pending.purpose == .authorize, PKeyAuthSupport.isAdvertised(step.context.request) else {
            return nil
        }
        guard let device else { return registration }
        guard device.isEnabled, control == .compliantDevice else { return nil }
        let page = device.isManaged ? "compliance" : "enroll"
        let ticket = DeviceTicket(deviceID: device.id, tenantID: device.tenantID)
            .sealed(step.context)
        let base = "\(step.context.origin)/common/intune/\(page)"
        let target = "\(base)?\(FormParameters([("ticket", ticket)]).encoded)"
        return "msauth://\(page)?\(FormParameters([("intuneRedirectUrl", target)]).encoded)"
    }

    private var registration: String {
        var parameters = FormParameters([("username", step.home.userPrincipalName)])
        let info = HomeIdentity.clientInfo(
            of: step.user, at: step.attempt.draft.segment.key, in: step.context.directory)
        parameters.set("app_link", "\(step.context.origin)/common/broker")
        parameters.set("client_info", ifPresent: info?.rawValue)
        return "msauth://wpj?\(parameters.encoded)"
    }
}

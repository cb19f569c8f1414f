import KeyfobCore
import KeyfobOAuth

/// Where a broker's web view is sent for what the device lacks: it does what is asked, and loads the first request again.
/// A browser that is no broker's can do nothing of it.
struct DeviceRemedy {
    let step: PolicyStep
    let control: PolicyControl
    let device: RegisteredDevice?

    /// The address of one of the schemes that the broker's web view looks out for; nil where nothing helps.
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

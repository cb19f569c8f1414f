import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobOAuth

/// The addresses of the stand-in for Intune: the pages that fix a device, and the enrolment of apps.
enum IntuneRoutes {
    static let rows: [Route] = [
        Route(.get, path: "/common/intune/enroll", .pages, .v2, EnrollmentPages.showEnrollment),
        Route(.post, path: "/common/intune/enroll", .pages, .v2, EnrollmentPages.enroll),
        Route(.get, path: "/common/intune/compliance", .pages, .v2, EnrollmentPages.showCompliance),
        Route(.post, path: "/common/intune/compliance", .pages, .v2, EnrollmentPages.recheck),
        Route(.post, path: "/mam/enrollments", .enrollments, .v2, AppEnrollmentEndpoint.answer),
    ]
}

/// `/common/intune/enroll` and `/common/intune/compliance`: the pages to which a broker's web view is sent to fix the
/// device. They end at the broker's own address, after which it loads the sign-in again.
enum EnrollmentPages {
    private static let end = "msauth://in_app_enrollment_complete?status=success"

    static func showEnrollment(_ context: RequestContext) async throws -> HTTPResponse {
        let (text, device) = try await device(try context.query(), context)
        let tenant = context.directory.tenant(device.tenantID)?.displayName ?? ""
        return DevicePages.enroll(ticket: text, device: device, tenant: tenant).response(random: context.random)
    }

    static func enroll(_ context: RequestContext) async throws -> HTTPResponse {
        try await change(context) { device in device.isManaged = true }
        return .seeOther(end)
    }

    static func showCompliance(_ context: RequestContext) async throws -> HTTPResponse {
        let (text, device) = try await device(try context.query(), context)
        return page(text, device, context)
    }

    static func recheck(_ context: RequestContext) async throws -> HTTPResponse {
        let (text, device) = try await change(context) { _ in }
        return device.isCompliant ? .seeOther(end) : page(text, device, context)
    }

    private static func page(_ text: String, _ device: RegisteredDevice, _ context: RequestContext) -> HTTPResponse {
        let rule = context.directory.tenant(device.tenantID)?.compliance ?? ComplianceRule()
        return DevicePages.compliance(ticket: text, device: device, lacks: rule.shortcomings(of: device))
            .response(random: context.random)
    }

    /// Changes the device of the form's ticket, and checks again whether it is compliant with the tenant's rule.
    @discardableResult
    private static func change(
        _ context: RequestContext, _ body: @escaping @Sendable (inout RegisteredDevice) -> Void
    ) async throws -> (String, RegisteredDevice) {
        let form = try context.form()
        let (text, known) = try await device(form, context)
        let rule = context.directory.tenant(known.tenantID)?.compliance ?? ComplianceRule()
        let changed = try await context.transaction { transaction -> RegisteredDevice in
            guard var device = try transaction.device(id: known.id) else { throw OAuthError(50089) }
            let wasManaged = device.isManaged
            body(&device)
            device.isCompliant = rule.shortcomings(of: device).isEmpty
            try transaction.put(device)
            if device.isManaged, !wasManaged {
                let owner = try transaction.user(objectID: device.ownerID)
                try transaction.append([
                    context.entry(.deviceEnrolled, user: owner, detail: "\(device.displayName) (\(device.id))")
                ])
            }
            return device
        }
        return (text, changed)
    }

    /// The device of a ticket: registered, enabled, in the tenant of the ticket.
    private static func device(
        _ parameters: FormParameters, _ context: RequestContext
    ) async throws -> (String, RegisteredDevice) {
        let text = parameters["ticket"] ?? ""
        guard let ticket = DeviceTicket(text, context) else {
            throw OAuthError(50089, detail: "the ticket is unknown or too old")
        }
        let found = try await context.transaction { try $0.device(id: ticket.deviceID) }
        guard let device = found, device.tenantID == ticket.tenantID else {
            throw OAuthError(50129, detail: "the device is no longer registered")
        }
        guard device.isEnabled else { throw OAuthError(135011) }
        return (text, device)
    }
}

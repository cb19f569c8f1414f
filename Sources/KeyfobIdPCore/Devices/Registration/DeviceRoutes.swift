import KeyfobIdPModel
import KeyfobOAuth

/// The rows of the route table for device registration.
enum DeviceRoutes {
    static let rows: [Route] = [
        row(.get, "/{tenant}/Discover", DeviceRegistrationService.discover),
        row(.get, "/EnrollmentServer/nonce/{tenant}", DeviceRegistrationService.nonce),
        row(.post, "/EnrollmentServer/device", DeviceRegistrationService.register),
        row(.delete, "/EnrollmentServer/device/{id}", DeviceRegistrationService.remove),
    ]

    private static func row(
        _ method: HTTPMethod, _ path: StaticString, _ handler: @escaping Route.Handler
    ) -> Route {
        Route(method, path: path, .registration, .v2) { context in
            do {
                return try await handler(context)
            } catch let refusal as RegistrationRefusal {
                try await log(refusal.message, context)
                return refusal.response(context)
            } catch let refusal as ResourceRefusal {
                try await log(refusal.message, context)
                return refusal.response(context)
            }
        }
    }

    private static func log(_ detail: String, _ context: RequestContext) async throws {
        let entry = context.entry(.refused, resource: "Device Registration Service", detail: detail)
        try await context.services.store.transaction { try $0.append([entry]) }
    }
}

import KeyfobCore
import KeyfobIdPCore
import KeyfobOAuth

/// Azure Resource Manager, as far as signing in needs it: what `az login` and the Azure SDKs call to find the tenants
/// and subscriptions of an account, and the addresses of the cloud.
enum ResourceManagerRoutes {
    static let rows: [Route] = [
        row("/tenants") { try await TenantsEndpoint.answer($0) },
        row("/subscriptions") { try await SubscriptionsEndpoint.list($0) },
        row("/subscriptions/{subscription}") { try await SubscriptionsEndpoint.show($0) },
        row("/metadata/endpoints") { try CloudMetadataEndpoint.answer($0) },
    ]

    private static func row(_ path: StaticString, _ handler: @escaping Route.Handler) -> Route {
        Route(.get, path: path, .management, .v2) { context in
            do {
                return try await handler(context)
            } catch let error as ManagementError {
                return error.response
            } catch let refusal as ResourceRefusal {
                return ManagementError(refusal, context).response
            }
        }
    }
}

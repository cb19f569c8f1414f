import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobOAuth

/// `GET /subscriptions` and `GET /subscriptions/ID`: the subscription of the token's tenant.
enum SubscriptionsEndpoint {
    static func list(_ context: RequestContext) async throws -> HTTPResponse {
        _ = try ManagementVersion(context)
        let caller = try await ManagementCaller(context)
        let subscriptions = [Subscription(of: caller.tenant)].compactMap { $0 }
        return .json([
            "value": .array(subscriptions.map(\.json)),
            "count": ["type": "Total", "value": .integer(subscriptions.count)],
        ])
    }

    static func show(_ context: RequestContext) async throws -> HTTPResponse {
        _ = try ManagementVersion(context)
        let caller = try await ManagementCaller(context)
        let id = context.pathValues["subscription"] ?? ""
        guard let subscription = Subscription(id, context.directory) else {
            throw ManagementError(
                status: 404, code: "SubscriptionNotFound",
                message: "The subscription '\(id.prefix(64))' could not be found.")
        }
        guard subscription.tenant.id == caller.tenant.id else {
            throw ManagementError(wrongTenant: caller.tenant, for: subscription, context)
        }
        return .json(subscription.json)
    }
}

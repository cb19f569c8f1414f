import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/purge`: removes all expired data at once. Otherwise the provider removes it some time later.
enum AdminPurge {
    static let operations = [
        AdminOperation(
            .post, "/_admin/purge", "Removes all expired data now.",
            .json(.object(required: ["purged": .flag("Always true.")])), run)
    ]

    private static func run(_ context: RequestContext) async throws -> HTTPResponse {
        let horizon = PurgeHorizon(at: context.now, context.configuration)
        while try await context.transaction({ try $0.purge(horizon, atMost: Housekeeping.piece) }) {}
        return .json(["purged": true])
    }
}

import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/purge`: removes all expired data at once. Otherwise the provider removes it some time later.
enum AdminPurge {
    static func run(_ context: RequestContext) async throws -> HTTPResponse {
        let horizon = PurgeHorizon(at: context.now, context.configuration)
        while try await context.transaction({ try $0.purge(horizon, atMost: Housekeeping.piece) }) {}
        return .json(["purged": true])
    }
}

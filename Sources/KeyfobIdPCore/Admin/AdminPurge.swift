import KeyfobCore
import KeyfobOAuth

/// `/_admin/purge`: forgets at once all that has expired. Without it the provider does so by itself, some time later.
enum AdminPurge {
    static func run(_ context: RequestContext) async throws -> HTTPResponse {
        let horizon = PurgeHorizon(at: context.now, context.configuration)
        while try await context.transaction({ try $0.purge(horizon, atMost: Housekeeping.piece) }) {}
        return .json(["purged": true])
    }
}

import KeyfobCore
import KeyfobOAuth

/// `/_admin/purge`: forgets what has expired, as the host does now and then by itself.
enum AdminPurge {
    static func run(_ context: RequestContext) async throws -> HTTPResponse {
        let idle = context.now - context.configuration.refreshTokenInactivity
        try await context.transaction { try $0.purge(expiredBefore: context.now, refreshTokensUsedBefore: idle) }
        return .json(["purged": true])
    }
}

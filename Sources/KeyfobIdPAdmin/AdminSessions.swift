import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/revoke` and `/_admin/refresh-tokens/expire`
enum AdminSessions {
    /// Ends a user's sessions, codes and refresh tokens.
    static func revoke(_ context: RequestContext) async throws -> HTTPResponse {
        let key = try DirectoryDocument(context, known: ["user"]).required("user")
        try await context.transaction { transaction in
            guard var user = try AdminUsers.find(key, in: transaction) else {
                throw DirectoryError.notFound("There is no such user.")
            }
            user.endSessions(at: context.now)
            try transaction.put(user)
        }
        return .json(["revoked": .string(key)])
    }

    /// Expires a user's refresh tokens for inactivity.
    static func expireRefreshTokens(_ context: RequestContext) async throws -> HTTPResponse {
        let key = try DirectoryDocument(context, known: ["user"]).required("user")
        let idle = context.now - context.configuration.refreshTokenInactivity - 1
        try await context.transaction { transaction in
            guard let user = try AdminUsers.find(key, in: transaction) else {
                throw DirectoryError.notFound("There is no such user.")
            }
            try transaction.touchRefreshTokens(userID: user.objectID, at: idle)
        }
        return .json(["expired": .string(key)])
    }
}

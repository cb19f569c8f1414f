import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/refresh-tokens/expire`
enum AdminRefreshTokens {
    private static let request = AdminSchema.object(required: [
        "user": .name("The principal name or object id.", "ada@contoso.test")
    ])

    static let operations = [
        AdminOperation(
            .post, "/_admin/refresh-tokens/expire",
            "Expires a user's refresh tokens for inactivity. Microsoft Graph's revokeSignInSessions ends them.",
            request: request, .json(.object(required: ["expired": .text("The user.", "ada@contoso.test")])), expire)
    ]

    private static func expire(_ context: RequestContext) async throws -> HTTPResponse {
        let key = try DirectoryDocument(context, known: request.memberNames).required("user")
        let idle = context.now - context.configuration.refreshTokenInactivity - 1
        try await context.transaction { transaction in
            guard let user = try UserRules.find(key, in: transaction) else {
                throw DirectoryError.notFound("There is no such user.")
            }
            try transaction.touchRefreshTokens(userID: user.objectID, at: idle)
        }
        return .json(["expired": .string(key)])
    }
}

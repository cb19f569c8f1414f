import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// `/T/oauth2/v2.0/logout` (OpenID Connect RP-Initiated Logout 1.0). It ends the browser's session, not the apps'
/// tokens; the clients and services of the session learn of it. It redirects only to a redirect URI that is registered
/// for the client.
enum LogoutEndpoint {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        let request = LogoutRequest(parsing: try context.parameters())
        _ = try TenantSegment(context.tenantSegment, in: context.directory)
        let hint = request.idTokenHint.flatMap { IDTokenHint($0, context) }
        let browser = Browser(context)
        let session = try await context.transaction { transaction in
            try EndedSession.end(of: browser, context, in: transaction) { session, users in
                let named = try leaving(session, users, request, hint, context, transaction)
                // A hint that names none of the signed-in users ends the whole session.
                return named.isEmpty ? Set(session.accounts.map(\.userID)) : named
            }
        }
        let next = target(request, hint, context)
        var response = SignedOutPage(
            frames: try SignOutNotices.addresses(session, except: nil, context), next: next
        ).response(context)
        session.clearCookie(in: &response)
        return response
    }

    /// The object ids of the signed-in users that the request names: by name, otherwise by the id token, whose session
    /// takes precedence over its user.
    private static func leaving(
        _ session: BrowserSession, _ users: [User], _ request: LogoutRequest, _ hint: IDTokenHint?,
        _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws -> Set<String> {
        if let name = request.logoutHint {
            return Set(users.filter { SignInHints.isNamed($0, name) }.map(\.objectID))
        }
        guard let hint else { return [] }
        let inSession = session.accounts.filter { $0.sessionID == hint.sessionID }.map(\.userID)
        guard inSession.isEmpty else { return Set(inSession) }
        let userID = try hint.userID(context, in: transaction)
        return Set(session.accounts.map(\.userID).filter { $0 == userID })
    }

    private static func target(
        _ request: LogoutRequest, _ hint: IDTokenHint?, _ context: RequestContext
    ) -> String? {
        guard let uri = request.postLogoutRedirectURI,
            let clientID = hint?.clientID ?? request.clientID,
            let client = context.directory.application(clientID),
            RedirectMatching.isRegistered(uri, in: client.redirectURIs.all)
        else { return nil }
        guard let state = request.state else { return uri }
        return uri + (uri.contains("?") ? "&" : "?") + FormParameters([("state", state)]).encoded
    }
}

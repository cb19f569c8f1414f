import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth

/// `/T/oauth2/v2.0/logout` (OpenID Connect RP-Initiated Logout 1.0). It ends the browser's session, not the apps'
/// tokens, and leads on only to a redirect URI that is registered for the client that asks.
enum LogoutEndpoint {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        let request = LogoutRequest(parsing: try context.parameters())
        _ = try TenantSegment(context.tenantSegment, in: context.directory)
        let hint = request.idTokenHint.flatMap { claims(of: $0, context) }
        let browser = Browser(context)
        let name = (request.logoutHint ?? hint?["preferred_username"]?.stringValue)?.lowercased()
        let isEmpty = try await context.transaction { transaction -> Bool in
            guard let hash = browser.sessionHash, var session = try transaction.session(idHash: hash) else {
                return true
            }
            let users = try session.accounts.compactMap { try transaction.user(objectID: $0.userID) }
            let named = users.filter { $0.userPrincipalName.lowercased() == name }
            // A hint that names nobody who is signed in ends the whole session: better one too many.
            let leaving = named.isEmpty ? users : named
            session.accounts.removeAll { account in leaving.contains { $0.objectID == account.userID } }
            if named.isEmpty { session.accounts = [] }
            try transaction.put(session)
            try transaction.append(leaving.map { context.entry(.signedOut, user: $0) })
            return session.accounts.isEmpty
        }
        var response =
            target(request, hint, context).map(HTTPResponse.seeOther)
            ?? SignedOutPage.page.response(random: context.random)
        if isEmpty { Cookies.clear(Cookies.session, in: &response) }
        return response
    }

    private static func target(
        _ request: LogoutRequest, _ hint: [String: JSONValue]?, _ context: RequestContext
    ) -> String? {
        guard let uri = request.postLogoutRedirectURI,
            let clientID = hint?["aud"]?.stringValue ?? request.clientID,
            let client = context.directory.application(clientID),
            RedirectMatching.isRegistered(uri, in: client.redirectURIs.all)
        else { return nil }
        guard let state = request.state else { return uri }
        return uri + (uri.contains("?") ? "&" : "?") + FormParameters([("state", state)]).encoded
    }

    /// The claims of an id token of ours; it may have expired long ago.
    private static func claims(of token: Secret<String>, _ context: RequestContext) -> [String: JSONValue]? {
        guard let jws = try? JWS(compact: token.reveal()),
            let key = jws.header["kid"]?.stringValue.flatMap({ context.directory.keys.key($0) }),
            (try? jws.verify(with: key.publicJWK, algorithm: key.algorithm)) != nil
        else { return nil }
        return (try? JSONValue(parsing: jws.payload))?.objectValue
    }
}

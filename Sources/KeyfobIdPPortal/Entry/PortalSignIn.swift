import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// The portal's own sign-in, at the provider's authorization endpoint, and its end.
enum PortalSignIn {
    /// `GET /portal/sign-in`: begins a sign-in, in the tenant of the query's `tenant` if there is one.
    static func begin(_ context: RequestContext) async throws -> HTTPResponse {
        let query = try context.query()
        let name = query.nonEmpty("tenant") ?? "organizations"
        if name != "organizations", context.directory.tenant(name)?.kind != .organization {
            throw OAuthError(90002, ["tenant": String(name.prefix(64))])
        }
        let flow = try PortalFlow(.signIn, clientID: PortalClient.clientID, context)
        let path = query["return"].flatMap { PortalAddress.isPage($0) ? $0 : nil } ?? "/portal"
        var response = HTTPResponse.seeOther(
            flow.authorization(
                tenant: name, scope: "openid profile", state: [name, path],
                prompt: query["prompt"] == "select_account" ? "select_account" : nil, context))
        PortalCookie.flow.set(flow.cookie, in: &response)
        return response
    }

    /// `GET /portal/signed-in`: redeems the code, and begins the session.
    static func end(_ context: RequestContext) async throws -> HTTPResponse {
        let query = try context.query()
        guard let flow = PortalFlow(.signIn, of: context), let values = flow.values(of: query["state"] ?? ""),
            values.count == 2, PortalAddress.isPage(values[1])
        else { return stale(context) }
        guard let code = query.nonEmpty("code") else { return failed(query, context) }
        let signIn = try await flow.redeem(code, tenant: values[0], context)
        try await PortalSession.end(context)
        let cookie = try await PortalSession.begin(signIn, context)
        var response = HTTPResponse.seeOther(values[1])
        PortalCookie.session.set(cookie, in: &response)
        PortalCookie.flow.clear(in: &response)
        return response
    }

    /// `POST /portal/sign-out`: ends the session here, and then the one of the browser.
    static func signOut(_ context: RequestContext) async throws -> HTTPResponse {
        let session = try await PortalSession.of(context)
        try await PortalSession.end(context)
        var response = HTTPResponse.seeOther("/\(session?.tenant.id ?? "common")/oauth2/v2.0/logout")
        PortalCookie.session.clear(in: &response)
        return response
    }

    /// The response of a sign-in that this browser did not begin.
    private static func stale(_ context: RequestContext) -> HTTPResponse {
        PortalPage(
            id: "stale", title: "This sign-in has ended",
            content: """
                <p>It began in another browser or too long ago.</p>
                <p>\(HTML.link("/portal/sign-in", "Sign in again"))</p>
                """, status: 400
        ).response(context)
    }

    private static func failed(_ query: FormParameters, _ context: RequestContext) -> HTTPResponse {
        PortalPage(
            id: "not-signed-in", title: "You are not signed in",
            content: """
                \(SignInErrorText(query).html)
                <p>\(HTML.link("/portal/sign-in", "Sign in again"))</p>
                """, status: 403
        ).response(context)
    }
}

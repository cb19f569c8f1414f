package import KeyfobCore

/// The request that a browser sends to the end-session endpoint (OpenID Connect RP-Initiated Logout 1.0 section 2). The
/// client builds it, the provider parses it.
package struct LogoutRequest: Sendable, Hashable {
    /// `id_token_hint`
    package var idTokenHint: Secret<String>?
    /// `logout_hint`: the `login_hint` claim of the ID token.
    package var logoutHint: String?
    /// `client_id`
    package var clientID: String?
    /// `post_logout_redirect_uri`
    package var postLogoutRedirectURI: String?
    /// `state`
    package var state: String?
    /// All other parameters.
    package var extra: FormParameters

    /// Makes a request.
    package init(
        idTokenHint: Secret<String>? = nil, logoutHint: String? = nil, clientID: String? = nil,
        postLogoutRedirectURI: String? = nil, state: String? = nil, extra: FormParameters = FormParameters()
    ) {
        self.idTokenHint = idTokenHint
        self.logoutHint = logoutHint
        self.clientID = clientID
        self.postLogoutRedirectURI = postLogoutRedirectURI
        self.state = state
        self.extra = extra
    }

    private static let names: Set<String> = [
        "id_token_hint", "logout_hint", "client_id", "post_logout_redirect_uri", "state",
    ]

    /// Parses the parameters of a request to the end-session endpoint; all are optional.
    package init(parsing parameters: FormParameters) {
        self.init(
            idTokenHint: parameters.nonEmpty("id_token_hint").map(Secret.init),
            logoutHint: parameters.nonEmpty("logout_hint"), clientID: parameters.nonEmpty("client_id"),
            postLogoutRedirectURI: parameters.nonEmpty("post_logout_redirect_uri"), state: parameters["state"],
            extra: parameters.without(Self.names))
    }

    /// Returns the wire parameters. ``extra`` never replaces a parameter of this type.
    package func parameters() -> FormParameters {
        var out = extra.without(Self.names)
        out.set("id_token_hint", ifPresent: idTokenHint?.reveal())
        out.set("logout_hint", ifPresent: logoutHint)
        out.set("client_id", ifPresent: clientID)
        out.set("post_logout_redirect_uri", ifPresent: postLogoutRedirectURI)
        out.set("state", ifPresent: state)
        return out
    }

    /// Returns the URL to open in the browser.
    package func url(endpoint: HTTPURL) -> HTTPURL { parameters().appended(to: endpoint) }
}

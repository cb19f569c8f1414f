import KeyfobCore
import KeyfobOAuth

extension AuthorizationRequest {
    /// The same request as the version 1 endpoint wants it: a resource in the place of scopes.
    ///
    /// `haschrome=1` says that the page is shown inside an app. The nonce is left out, since not every server of that
    /// age gives it back; what it protects from, a code that another request brought, the verifier of PKCE does.
    func asVersion1(resource: String?) -> AuthorizationRequest {
        var copy = self
        copy.scopes = ["openid"]
        copy.resource = resource
        copy.nonce = nil
        // These endpoints say unasked where the person's cloud is.
        copy.isInstanceAware = false
        copy.extra.set(ClientFields.isEmbedded, "1")
        return copy
    }
}

extension CodeFlowParameters {
    /// Whether an answer without an id token is an error. AD FS gives none to clients that it does not know as OpenID's.
    var requiresIDToken: Bool { dialect == .v2 || authority.kind != .adfs }
}

extension RefreshFlowParameters {
    /// What is sent as `scope`.
    var wireScopes: ScopeSet { dialect == .v1 ? ["openid"] : ScopeRules.wire(scopes) }
}

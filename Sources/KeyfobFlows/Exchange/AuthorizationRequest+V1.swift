import KeyfobCore
import KeyfobOAuth

extension AuthorizationRequest {
    /// Returns the same request for the version 1 endpoint: with a resource instead of scopes.
    ///
    /// `haschrome=1` states that the page is shown inside an app. The nonce is left out, since not every old server
    /// returns it; the PKCE verifier protects from injected codes in its place.
    func asVersion1(resource: String?) -> AuthorizationRequest {
        var copy = self
        copy.scopes = ["openid"]
        copy.resource = resource
        copy.nonce = nil
        // These endpoints always return the user's cloud.
        copy.isInstanceAware = false
        copy.extra.set(ClientFields.isEmbedded, "1")
        return copy
    }
}

import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth

extension ExchangeContext {
    /// v1: returns the resource of a token request. A code was already issued for one, so its request has none; every
    /// other grant serves any resource of the client.
    func resource(for grant: TokenGrant) -> String? {
        if case .authorizationCode = grant { return nil }
        return resource
    }

    /// v1: the platform's old endpoints return unsigned ID tokens to public clients. Only the connection authenticates
    /// them.
    func mayBeUnsigned(_ answer: TokenResponse) -> Bool {
        dialect == .v1 && !isDelivered && answer.idToken.map { IDTokenValidator.isUnsigned($0.reveal()) } ?? false
    }
}

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

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

    /// v1: the platform's old endpoints return unsigned ID tokens to public clients.
    func mayBeUnsigned(_ answer: TokenResponse) -> Bool {
        dialect == .v1 && answer.idToken.map { IDTokenValidator.isUnsigned($0.reveal()) } ?? false
    }
}

import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth

extension ExchangeContext {
    /// v1: what a token request names as its resource. A code was issued for one already, and the request of it names
    /// none; every other grant serves any resource that the client may have.
    func resource(for grant: TokenGrant) -> String? {
        if case .authorizationCode = grant { return nil }
        return resource
    }

    /// v1: the platform's old endpoints answer public clients with id tokens that nobody signed.
    func mayBeUnsigned(_ answer: TokenResponse) -> Bool {
        dialect == .v1 && answer.idToken.map { IDTokenValidator.isUnsigned($0.reveal()) } ?? false
    }
}

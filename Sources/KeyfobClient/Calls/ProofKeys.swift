import Foundation
import KeyfobBackport
import KeyfobCache
import KeyfobCore
import KeyfobOAuth

/// The key that a client's tokens are bound to, and the requests that are signed with it.
final class ProofKeys: ClientPart {
    let context: ClientContext
    /// The last key that was read, so that its text is parsed once.
    private let last = Mutex<ProofKey?>(nil)

    init(_ context: ClientContext) { self.context = context }

    /// The key that this client's tokens are bound to; nil if there is none yet, or the stored value is not a key.
    ///
    /// - Throws: `AuthError` with code `storeLocked` or `storeUnavailable`.
    func storedProofKey() throws(AuthError) -> ProofKey? {
        let pem = try CredentialRules.proofKey(clientID: configuration.clientID, in: environment.store)
        if let known = last.withLock({ $0 }), let pem, known.pem == pem { return known }
        let key = pem.flatMap(ProofKey.init)
        last.withLock { $0 = key }
        return key
    }

    /// The stored key, or a new one if there is none. If several processes create one at once, all use the first that
    /// was stored.
    ///
    /// - Throws: `AuthError` of the store; a key that could not be stored is not used.
    func proofKey() async throws(AuthError) -> ProofKey {
        if let known = try storedProofKey() { return known }
        let made = try ProofKey.generate(configuration.proofKeyAlgorithm)
        let clientID = configuration.clientID
        let pem = try await environment.store.write { transaction throws(AuthError) in
            // A stored value that is not a key would block every new one.
            let kept = try CredentialRules.proofKey(clientID: clientID, in: transaction)
            if let kept, ProofKey(pem: kept) == nil {
                try CredentialRules.dropProofKey(clientID: clientID, in: transaction)
            }
            return try CredentialRules.keepProofKey(made.pem, clientID: clientID, in: transaction)
        }
        log(.info, "A key to bind tokens to was created.")
        return ProofKey(pem: pem) ?? made
    }

    /// The key for a scheme; nil for bearer tokens.
    func proofKey(for scheme: AuthenticationScheme) async throws(AuthError) -> ProofKey? {
        scheme.proof == nil ? nil : try await proofKey()
    }

    /// Runs a call and signs the request of its result; where scopes were declined, also of the partial result.
    func presenting(
        _ scheme: AuthenticationScheme, key: ProofKey?, _ work: () async throws(AuthError) -> TokenResult
    ) async throws(AuthError) -> TokenResult {
        do throws(AuthError) {
            return try presented(try await work(), scheme, key: key)
        } catch {
            guard let partial = error.cause as? PartialGrant, partial.result.tokenType == TokenBinding.tokenType else {
                throw error
            }
            var error = error
            error.cause = PartialGrant(result: try presented(partial.result, scheme, key: key), cause: partial.cause)
            throw error
        }
    }

    /// A result with the signed request, if the token is bound to a key.
    func presented(
        _ result: TokenResult, _ scheme: AuthenticationScheme, key: ProofKey?
    ) throws(AuthError) -> TokenResult {
        guard let proof = scheme.proof, let key else { return result }
        var result = result
        result.scheme = scheme
        result.signedRequest = try key.sign(
            result.accessToken, for: proof, at: environment.clock.unixSeconds,
            nonce: proof.nonce ?? environment.random.uuid())
        return result
    }
}

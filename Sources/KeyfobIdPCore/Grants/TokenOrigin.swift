import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel

/// How the user of an access token has authenticated, sealed in its claim `rh`: only this provider reads it, when the
/// token's API exchanges it on behalf of the user and the policies are evaluated again.
struct TokenOrigin: Sendable, Hashable, Codable {
    var grantID: String
    var authenticatedAt: Int64
    var sessionID: String?
    var contexts: [String]?
    var evidence: SignInEvidence

    private static let prefix = "1."

    init(_ access: AuthorizedAccess) {
        grantID = access.grantID
        authenticatedAt = access.authenticatedAt
        sessionID = access.sessionID
        contexts = access.contexts
        evidence = access.evidence
    }

    /// The claim's value; nil if it cannot be sealed.
    func sealed(for tenant: Tenant, random: any RandomSource) -> String? {
        guard let key = Self.key(tenant), let text = try? JSONEncoder().encode(self),
            let sealed = try? key.seal(
                Array(text), nonce: random.bytes(12), associatedData: Array(Self.prefix.utf8))
        else { return nil }
        return Self.prefix + Base64URL.encode(sealed)
    }

    /// Opens a claim; nil if it is another one.
    static func open(_ claim: String?, of tenant: Tenant) -> TokenOrigin? {
        guard let claim, claim.hasPrefix(prefix),
            let sealed = Base64URL.decode(String(claim.dropFirst(prefix.utf8.count))),
            let plain = try? key(tenant)?.open(sealed, associatedData: Array(prefix.utf8))
        else { return nil }
        return try? JSONDecoder().decode(TokenOrigin.self, from: Data(plain))
    }

    private static func key(_ tenant: Tenant) -> AESGCMKey? {
        guard !tenant.subjectSalt.isEmpty else { return nil }
        return try? AESGCMKey(
            HMACSHA256.authenticate(Array("origins of tokens".utf8), key: Array(tenant.subjectSalt.utf8)))
    }
}

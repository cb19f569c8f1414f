/// The signature algorithms that Keyfob makes and accepts (RFC 7518 section 3.1). There are no others: no `none`, no
/// HMAC, nothing that a token's header could talk a verifier into.
public enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// RSASSA-PKCS1-v1_5 with SHA-256
    case rs256 = "RS256"
    /// ECDSA on P-256 with SHA-256
    case es256 = "ES256"
}

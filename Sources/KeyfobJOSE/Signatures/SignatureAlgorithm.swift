/// The signature algorithms that Keyfob uses and accepts (RFC 7518 section 3.1). There is no `none` and no HMAC, so a
/// token's header cannot select them.
public enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// RSASSA-PKCS1-v1_5 with SHA-256
    case rs256 = "RS256"
    /// ECDSA on P-256 with SHA-256
    case es256 = "ES256"
}

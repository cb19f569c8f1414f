/// Why a user's certificate was not accepted.
public struct UserCertificateRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of reason it is.
    public enum Reason: Sendable, Hashable {
        /// The bytes are no certificate.
        case malformed
        /// No authority that is trusted has issued it, directly or through others that are trusted.
        case unknownIssuer
        /// It is not valid yet, or no longer, or one of its issuers is not.
        case expired
        /// It is not made for signing in: its purposes are others, or it is an authority's.
        case unfit
        /// Its issuer has revoked it.
        case revoked
        /// Its issuer's revocation list is out of date or not the issuer's, so that nobody knows.
        case unknownRevocation
        /// This build has no X.509: it lacks the trait `Server`.
        case unsupported
    }

    /// What kind of reason it is.
    public let reason: Reason
    /// In words, for whoever administers the tenant; never a secret.
    public let description: String

    /// Makes a refusal.
    public init(_ reason: Reason, _ description: String) {
        self.reason = reason
        self.description = description
    }
}

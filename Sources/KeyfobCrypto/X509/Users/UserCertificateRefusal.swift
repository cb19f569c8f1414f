/// The reason why a user's certificate was refused.
package struct UserCertificateRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of reason.
    package enum Reason: Sendable, Hashable {
        /// The bytes are not a certificate.
        case malformed
        /// No trusted authority has issued it, directly or through trusted intermediates.
        case unknownIssuer
        /// It, or one of its issuers, has expired or is not valid yet.
        case expired
        /// It is not for sign-in: it has other purposes, or it is an authority's.
        case unfit
        /// Its issuer has revoked it.
        case revoked
        /// Its issuer's revocation list is out of date or not signed by the issuer, so its status is unknown.
        case unknownRevocation
        /// This build has no X.509: it lacks the trait `Server`.
        case unsupported
    }

    /// The kind of reason.
    package let reason: Reason
    /// A description for the administrator of the tenant, without secrets.
    package let description: String

    /// Makes a refusal.
    package init(_ reason: Reason, _ description: String) {
        self.reason = reason
        self.description = description
    }
}

/// The identity in a verified user certificate.
///
/// The names are written as in Entra ID's attribute `certificateUserIds`, so that they can be compared with it.
package struct UserCertificate: Sendable, Hashable {
    /// The user principal name among the subject's alternative names (other name 1.3.6.1.4.1.311.20.2.3), if any.
    package var principalName: String?
    /// The mail addresses among the subject's alternative names (RFC 5280 section 4.2.1.6).
    package var mailAddresses: [String]
    /// The subject in the order of the encoding: `DC=test,DC=contoso,CN=Ada`.
    package var subject: String
    /// The issuer, in the same form.
    package var issuer: String
    /// The serial number in lower-case hexadecimal digits, without leading zeros.
    package var serialNumber: String
    /// The subject key identifier (RFC 5280 section 4.2.1.2) in lower-case hexadecimal digits, if there is one.
    package var subjectKeyIdentifier: String?
    /// SHA-1 of the public key's bits in lower-case hexadecimal digits: an identifier of the key, not a proof.
    package var publicKeySHA1: String

    /// Makes a value.
    package init(
        principalName: String? = nil, mailAddresses: [String] = [], subject: String, issuer: String,
        serialNumber: String, subjectKeyIdentifier: String? = nil, publicKeySHA1: String
    ) {
        self.principalName = principalName
        self.mailAddresses = mailAddresses
        self.subject = subject
        self.issuer = issuer
        self.serialNumber = serialNumber
        self.subjectKeyIdentifier = subjectKeyIdentifier
        self.publicKeySHA1 = publicKeySHA1
    }
}

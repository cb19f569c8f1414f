/// A mapping from a certificate to a user: `x509CertificateUserBinding` of Microsoft Graph.
package struct CertificateBinding: Sendable, Hashable, Codable {
    /// `x509CertificateField`: the field of the certificate.
    package enum Field: String, Sendable, Hashable, Codable, CaseIterable {
        /// The user principal name among the alternative names.
        case principalName = "PrincipalName"
        /// A mail address among the alternative names.
        case mailAddress = "RFC822Name"
        /// The subject key identifier.
        case subjectKeyIdentifier = "SubjectKeyIdentifier"
        /// SHA-1 of the public key.
        case publicKey = "SHA1PublicKey"
        /// Issuer and serial number.
        case issuerAndSerialNumber = "IssuerAndSerialNumber"
        /// Issuer and subject.
        case issuerAndSubject = "IssuerAndSubject"
        /// The subject.
        case subject = "Subject"
    }

    /// `userProperty`: the property of the user with which it is compared.
    package enum Property: String, Sendable, Hashable, Codable, CaseIterable {
        /// The user's sign-in name.
        case userPrincipalName
        /// The user's `certificateUserIds`.
        case certificateUserIDs = "certificateUserIds"
    }

    /// The field of the certificate.
    package var field: Field
    /// The property of the user with which it is compared.
    package var property: Property
    /// `priority`: the smallest comes first.
    package var priority: Int64

    /// Makes a binding.
    package init(_ field: Field, _ property: Property, priority: Int64) {
        self.field = field
        self.property = property
        self.priority = priority
    }

    /// The default of Entra ID: the principal name, then a mail address, each as the user principal name; then the
    /// subject key identifier among the user's certificate user ids.
    package static let standard = [
        CertificateBinding(.principalName, .userPrincipalName, priority: 1),
        CertificateBinding(.mailAddress, .userPrincipalName, priority: 2),
        CertificateBinding(.subjectKeyIdentifier, .certificateUserIDs, priority: 3),
    ]
}

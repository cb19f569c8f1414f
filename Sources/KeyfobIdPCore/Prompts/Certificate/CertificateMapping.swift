import KeyfobCrypto
import KeyfobIdPModel

/// Maps a verified certificate to a user by the tenant's bindings.
enum CertificateMapping {
    /// The owner of the certificate: the user whom the first matching binding finds.
    ///
    /// A name in the certificate that belongs to some user takes precedence over a later binding for the user who was
    /// typed: otherwise a certificate could be used for two users, depending on the typed name.
    ///
    /// - Parameter user: the user who was typed; only the certificate user ids of this user are compared.
    static func owner(
        of certificate: UserCertificate, by method: CertificateMethod, named user: User,
        in transaction: any IdPTransaction
    ) throws -> User? {
        for binding in method.bindings.sorted(by: { $0.priority < $1.priority }) {
            for value in values(binding.field, certificate) {
                switch binding.property {
                case .userPrincipalName:
                    if let found = try transaction.user(userPrincipalName: value), found.tenantID == user.tenantID {
                        return found
                    }
                case .certificateUserIDs:
                    let id = "\(prefix(binding.field))\(value)".lowercased()
                    if user.certificateUserIDs?.contains(where: { $0.lowercased() == id }) == true { return user }
                }
            }
        }
        return nil
    }

    /// The values of a certificate that a binding compares; empty where the certificate has none.
    private static func values(_ field: CertificateBinding.Field, _ certificate: UserCertificate) -> [String] {
        switch field {
        case .principalName: certificate.principalName.map { [$0] } ?? []
        case .mailAddress: certificate.mailAddresses
        case .subjectKeyIdentifier: certificate.subjectKeyIdentifier.map { [$0] } ?? []
        case .publicKey: [certificate.publicKeySHA1]
        case .issuerAndSerialNumber: ["\(certificate.issuer)<SR>\(certificate.serialNumber)"]
        case .issuerAndSubject: ["\(certificate.issuer)<S>\(certificate.subject)"]
        case .subject: [certificate.subject]
        }
    }

    /// The prefix of the field in `certificateUserIds`.
    private static func prefix(_ field: CertificateBinding.Field) -> String {
        switch field {
        case .principalName: "X509:<PN>"
        case .mailAddress: "X509:<RFC822>"
        case .subjectKeyIdentifier: "X509:<SKI>"
        case .publicKey: "X509:<SHA1-PUKEY>"
        case .issuerAndSerialNumber, .issuerAndSubject: "X509:<I>"
        case .subject: "X509:<S>"
        }
    }
}

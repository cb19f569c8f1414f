/// The settings of a registration that signs users in by SAML.
///
/// Its name is an identifier URI of the registration, and its reply addresses are the redirect URIs of the platform
/// `web`, as at Entra ID.
package struct SAMLSettings: Sendable, Hashable, Codable {
    /// What is signed: `signingOption`.
    package enum Signing: String, Sendable, Hashable, Codable, CaseIterable {
        /// The assertion only, as by default.
        case assertion
        /// The response only.
        case response
        /// Both.
        case both
    }

    /// Whether requests without a valid signature are refused (`requestSignatureVerification` of Microsoft Graph).
    package var requiresSignedRequests: Bool
    /// The X.509 certificates in DER, each with an RSA key, that verify the service's requests.
    package var requestCertificates: [[UInt8]]
    /// What is signed.
    package var signing: Signing
    /// The X.509 certificate in DER whose RSA key decrypts assertions; nil leaves them readable.
    package var encryptionCertificate: [UInt8]?
    /// The user's name for requests that name no format; nil is a pairwise name.
    package var nameSource: Claim.Source?
    /// Claims besides those that every assertion has.
    package var claims: [Claim]

    /// A claim and its value.
    package struct Claim: Sendable, Hashable, Codable {
        /// A property of the user, by its name at Entra ID.
        package enum Source: String, Sendable, Hashable, Codable, CaseIterable {
            /// The user principal name.
            case userPrincipalName = "user.userprincipalname"
            /// The mail address.
            case mail = "user.mail"
            /// The display name.
            case displayName = "user.displayname"
            /// The given name.
            case givenName = "user.givenname"
            /// The family name.
            case familyName = "user.surname"
            /// The object id.
            case objectID = "user.objectid"
        }

        /// The type of the claim: the attribute's name.
        package var type: String
        /// The property; nil for a constant.
        package var source: Source?
        /// The constant.
        package var value: String?

        /// Makes a claim.
        package init(type: String, source: Source? = nil, value: String? = nil) {
            self.type = type
            self.source = source
            self.value = value
        }
    }

    /// Makes the default settings.
    package init() {
        requiresSignedRequests = false
        requestCertificates = []
        signing = .assertion
        claims = []
    }
}

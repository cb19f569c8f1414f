package import KeyfobCore
package import KeyfobCrypto

/// Writes the responses to a request as Entra ID does (SAML Core sections 2 and 3.3.3).
package struct SAMLResponseWriter: Sendable {
    /// What is signed.
    package struct Signed: Sendable, Hashable {
        /// Whether the assertion has a signature.
        package var assertion: Bool
        /// Whether the response has one.
        package var response: Bool

        /// Makes the setting.
        package init(assertion: Bool, response: Bool) {
            self.assertion = assertion
            self.response = response
        }
    }

    /// The seconds for which a service may accept the assertion from its bearer.
    package static let confirmationSeconds: Int64 = 5 * 60
    /// The seconds for which the assertion is valid.
    package static let validitySeconds: Int64 = 70 * 60

    private static let bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer"

    /// The provider's name.
    package let issuer: String
    /// The address to which the response is sent.
    package let destination: String
    /// The id of the request.
    package let requestID: String
    /// The id of the response.
    package let id: String
    /// The time (Unix seconds).
    package let now: Int64
    private let signer: SAMLSigner

    /// Makes a writer for one response.
    package init(
        issuer: String, destination: String, requestID: String, id: String, now: Int64, signer: SAMLSigner
    ) {
        self.issuer = issuer
        self.destination = destination
        self.requestID = requestID
        self.id = id
        self.now = now
        self.signer = signer
    }

    /// A response with an assertion about a user.
    ///
    /// - Parameters:
    ///   - assertionID: the id of the assertion, which is also the `SessionIndex`.
    ///   - audience: the issuer of the request.
    ///   - signed: what is signed.
    ///   - certificate: encrypts the assertion for the key of a service; nil leaves it readable.
    ///   - random: the source of the encryption's key.
    /// - Returns: the XML document.
    /// - Throws: the error of a key.
    package func success(
        _ user: SAMLUser, assertionID: String, audience: String, signed: Signed, for certificate: RSAPublicKey?,
        random: any RandomSource
    ) throws -> [UInt8] {
        var assertion = assertion(user, id: assertionID, audience: audience)
        if signed.assertion { assertion = try signer.signed(assertion) }
        if let certificate {
            assertion = try AssertionEncryption.encrypted(assertion, for: certificate, random: random)
        }
        let status = XMLTree("Status", .messages, [], [Self.code("Success", [])])
        let response = response([status, assertion])
        return (signed.response ? try signer.signed(response) : response).document
    }

    /// A response that states why the user is not signed in.
    ///
    /// - Parameters:
    ///   - status: the first and the second status code, without their common prefix.
    ///   - message: the text for the service's administrator.
    ///   - isSigned: whether the response is signed.
    /// - Returns: the XML document.
    /// - Throws: the error of the key.
    package func failure(
        status: (first: String, second: String), message: String, isSigned: Bool
    ) throws -> [UInt8] {
        let status = XMLTree(
            "Status", .messages, [],
            [
                Self.code(status.first, [Self.code(status.second, [])]),
                XMLTree("StatusMessage", .messages, text: message),
            ])
        let response = response([status])
        return (isSigned ? try signer.signed(response) : response).document
    }

    private func response(_ content: [XMLTree]) -> XMLTree {
        XMLTree(
            "Response", .messages,
            [
                ("ID", id), ("Version", "2.0"), ("IssueInstant", SAMLTime.text(now)), ("Destination", destination),
                ("InResponseTo", requestID),
            ], [XMLTree("Issuer", .assertion, text: issuer)] + content)
    }

    private static func code(_ name: String, _ inner: [XMLTree]) -> XMLTree {
        XMLTree("StatusCode", .messages, [("Value", "urn:oasis:names:tc:SAML:2.0:status:\(name)")], inner)
    }

    private func assertion(_ user: SAMLUser, id: String, audience: String) -> XMLTree {
        XMLTree(
            "Assertion", .assertion, [("ID", id), ("IssueInstant", SAMLTime.text(now)), ("Version", "2.0")],
            [
                XMLTree("Issuer", .assertion, text: issuer), subject(user.name),
                XMLTree(
                    "Conditions", .assertion,
                    [("NotBefore", SAMLTime.text(now)), ("NotOnOrAfter", SAMLTime.text(now + Self.validitySeconds))],
                    [
                        XMLTree(
                            "AudienceRestriction", .assertion, [],
                            [XMLTree("Audience", .assertion, text: audience)])
                    ]), Self.attributes(user.attributes),
                XMLTree(
                    "AuthnStatement", .assertion,
                    [("AuthnInstant", SAMLTime.text(user.authenticatedAt)), ("SessionIndex", id)],
                    [
                        XMLTree(
                            "AuthnContext", .assertion, [],
                            [XMLTree("AuthnContextClassRef", .assertion, text: user.context)])
                    ]),
            ])
    }

    private func subject(_ name: SAMLUser.Name) -> XMLTree {
        XMLTree(
            "Subject", .assertion, [],
            [
                XMLTree(
                    "NameID", .assertion, [("Format", name.format.rawValue), ("SPNameQualifier", name.qualifier)],
                    text: name.value),
                XMLTree(
                    "SubjectConfirmation", .assertion, [("Method", Self.bearer)],
                    [
                        XMLTree(
                            "SubjectConfirmationData", .assertion,
                            [
                                ("InResponseTo", requestID),
                                ("NotOnOrAfter", SAMLTime.text(now + Self.confirmationSeconds)),
                                ("Recipient", destination),
                            ])
                    ]),
            ])
    }

    private static func attributes(_ attributes: [SAMLUser.Attribute]) -> XMLTree {
        XMLTree(
            "AttributeStatement", .assertion, [],
            attributes.map { attribute in
                XMLTree(
                    "Attribute", .assertion, [("Name", attribute.name)],
                    attribute.values.map { XMLTree("AttributeValue", .assertion, text: $0) })
            })
    }
}

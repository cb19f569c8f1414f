import Foundation
package import KeyfobCrypto
package import KeyfobOAuth

/// The content of a SAML assertion, after its signature was verified (SAML Core 1.1 and 2.0).
package struct SAMLAssertion: Sendable {
    private static let namespaces: [SAMLAssertionGrant: String] = [
        .version1: "urn:oasis:names:tc:SAML:1.0:assertion", .version2: "urn:oasis:names:tc:SAML:2.0:assertion",
    ]

    /// The issuer that the tenant has to trust.
    package let issuer: String
    /// Its id, unique for the issuer.
    package let id: String
    /// The conditions for accepting its presenter as the subject.
    package let confirmations: [SAMLConfirmation]
    /// The recipients for which it is meant.
    package let audiences: [String]
    /// The time within which it is valid (Unix seconds).
    package let validity: Range<Int64>
    /// The user principal name: from an attribute, or else the subject's name.
    package let userPrincipalName: String

    /// The issuer that an assertion names, not yet verified, for finding its keys.
    package static func claimedIssuer(_ root: XMLTree, _ version: SAMLAssertionGrant) -> String? {
        switch version {
        case .version1: root[attribute: "Issuer"]
        case .version2: root.only("Issuer", namespaces[version] ?? "")?.text
        }
    }

    /// Verifies and reads an assertion.
    ///
    /// - Throws: ``OAuthError`` 50013 with the problem.
    package init(verifying root: XMLTree, _ version: SAMLAssertionGrant, keys: [RSAPublicKey]) throws(OAuthError) {
        let space = Self.namespaces[version] ?? ""
        let idName = version == .version1 ? "AssertionID" : "ID"
        guard root.isNamed("Assertion", space), let id = root[attribute: idName], !id.isEmpty else {
            throw Self.refusal("it is not a SAML assertion of that version")
        }
        let tree: XMLTree
        do { tree = try EnvelopedSignature.verified(root, id: id, keys: keys) } catch {
            throw Self.refusal(error.message)
        }
        guard let issuer = Self.claimedIssuer(tree, version) else { throw Self.refusal("it names no issuer") }
        guard let conditions = tree.only("Conditions", space),
            let start = conditions[attribute: "NotBefore"].flatMap(Self.time),
            let end = conditions[attribute: "NotOnOrAfter"].flatMap(Self.time), start < end
        else { throw Self.refusal("it does not state when it is valid") }
        let restriction = version == .version1 ? "AudienceRestrictionCondition" : "AudienceRestriction"
        let audiences = conditions.all(restriction, space).flatMap { $0.all("Audience", space) }.compactMap(\.text)
        guard let name = Self.attribute(tree, version, space) ?? Self.subject(tree, version, space) else {
            throw Self.refusal("it names no user")
        }
        self.issuer = issuer
        self.id = id
        confirmations = SAMLConfirmation.all(in: tree, version, space)
        self.audiences = audiences
        validity = start..<end
        userPrincipalName = name
    }

    private static func attribute(_ tree: XMLTree, _ version: SAMLAssertionGrant, _ space: String) -> String? {
        let attributes = tree.all("AttributeStatement", space).flatMap { $0.all("Attribute", space) }
        let found = attributes.first { attribute in
            switch version {
            case .version1:
                attribute[attribute: "AttributeName"] == "UPN"
                    && attribute[attribute: "AttributeNamespace"] == "http://schemas.xmlsoap.org/claims"
            case .version2: attribute[attribute: "Name"] == "http://schemas.xmlsoap.org/claims/UPN"
            }
        }
        return found?.only("AttributeValue", space)?.text
    }

    private static func subject(_ tree: XMLTree, _ version: SAMLAssertionGrant, _ space: String) -> String? {
        switch version {
        case .version1:
            let statements = tree.all("AuthenticationStatement", space) + tree.all("AttributeStatement", space)
            return statements.compactMap { $0.only("Subject", space)?.only("NameIdentifier", space)?.text }.first
        case .version2: return tree.only("Subject", space)?.only("NameID", space)?.text
        }
    }

    /// A moment as SAML writes it: UTC, with or without a fraction (SAML Core section 1.3.3).
    static func time(_ text: String) -> Int64? {
        guard text.hasSuffix("Z"), text.utf8.count <= 40 else { return nil }
        let whole = Date.ISO8601FormatStyle()
        let broken = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        guard let date = (try? whole.parse(text)) ?? (try? broken.parse(text)) else { return nil }
        return Int64(exactly: date.timeIntervalSince1970.rounded(.down))
    }

    /// The refusal of an assertion.
    package static func refusal(_ detail: String) -> OAuthError { OAuthError(50013, ["detail": detail]) }
}

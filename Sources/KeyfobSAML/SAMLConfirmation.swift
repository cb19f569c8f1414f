import KeyfobOAuth

/// A way of confirming the subject of an assertion (SAML Core 2.0 section 2.4.1, 1.1 section 2.4.2.3).
package struct SAMLConfirmation: Sendable {
    private static let bearer: [SAMLAssertionGrant: String] = [
        .version1: "urn:oasis:names:tc:SAML:1.0:cm:bearer", .version2: "urn:oasis:names:tc:SAML:2.0:cm:bearer",
    ]

    /// Whether any bearer may present it.
    let isBearer: Bool
    /// The only address at which it may be presented; nil if none is named.
    let recipient: String?
    /// The times (Unix seconds) between which it may be presented; nil where there is none. A malformed time excludes
    /// every moment.
    let start: Int64?
    let end: Int64?

    static func all(in tree: XMLTree, _ version: SAMLAssertionGrant, _ space: String) -> [SAMLConfirmation] {
        switch version {
        case .version1:
            let statements = tree.all("AuthenticationStatement", space) + tree.all("AttributeStatement", space)
            return statements.flatMap { $0.all("Subject", space) }.flatMap { $0.all("SubjectConfirmation", space) }
                .map { confirmation in
                    let methods = confirmation.all("ConfirmationMethod", space).compactMap(\.text)
                    return SAMLConfirmation(
                        isBearer: methods.contains { isBearer($0, version) }, recipient: nil, start: nil, end: nil)
                }
        case .version2:
            return tree.all("Subject", space).flatMap { $0.all("SubjectConfirmation", space) }.map { confirmation in
                let data = confirmation.only("SubjectConfirmationData", space)
                return SAMLConfirmation(
                    isBearer: isBearer(confirmation[attribute: "Method"] ?? "", version),
                    recipient: data?[attribute: "Recipient"],
                    start: data?[attribute: "NotBefore"].map { SAMLAssertion.time($0) ?? .max },
                    end: data?[attribute: "NotOnOrAfter"].map { SAMLAssertion.time($0) ?? .min })
            }
        }
    }

    private static func isBearer(_ method: String, _ version: SAMLAssertionGrant) -> Bool {
        bearer[version]?.utf8.elementsEqual(method.utf8) ?? false
    }

    /// Whether it confirms the presenter of the assertion at an address now (RFC 7522 section 3).
    ///
    /// - Parameters:
    ///   - addresses: the addresses of the token endpoint.
    ///   - needsRecipient: whether one that names no address is refused.
    ///   - leeway: the seconds by which the issuer's clock may be off.
    package func holds(at addresses: [String], needsRecipient: Bool, now: Int64, leeway: Int64) -> Bool {
        guard isBearer, start.map({ $0 <= now + leeway }) ?? true, end.map({ $0 > now - leeway }) ?? true else {
            return false
        }
        guard let recipient else { return !needsRecipient }
        return addresses.contains { $0.utf8.elementsEqual(recipient.utf8) }
    }
}

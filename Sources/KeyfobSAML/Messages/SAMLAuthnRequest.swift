import Foundation
package import KeyfobOAuth

/// A service's request to sign a user in (SAML Core section 3.4.1), with the limits that Entra ID documents.
package struct SAMLAuthnRequest: Sendable, Hashable {
    /// The largest number of classes in `RequestedAuthnContext`.
    private static let mostContexts = 16

    /// The id, the issuer and the destination.
    package let header: SAMLRequestHeader
    /// `AssertionConsumerServiceURL`: where the response is sent; nil for the first registered one.
    package let consumer: String?
    /// `ForceAuthn`: whether the user enters credentials even if signed in.
    package let forcesAuthentication: Bool
    /// `IsPassive`: whether no page may be shown.
    package let isPassive: Bool
    /// The format of `NameIDPolicy`.
    package let format: SAMLNameIDFormat?
    /// `SPNameQualifier` of `NameIDPolicy`, which the response repeats.
    package let qualifier: String?
    /// The classes of `RequestedAuthnContext`, one of which the sign-in has to match; empty for any.
    package let contexts: [String]

    /// Reads a request. Other attributes and elements of the schema are ignored, as at Entra ID.
    ///
    /// - Throws: ``OAuthError`` 75005, 7500529, 75003 for another binding of the response than POST, or 75016 for a
    ///   format of names that is not supported.
    package init(_ tree: XMLTree) throws(OAuthError) {
        header = try SAMLRequestHeader(tree, named: "AuthnRequest")
        consumer = tree[attribute: "AssertionConsumerServiceURL"].flatMap { $0.isEmpty ? nil : $0 }
        forcesAuthentication = try tree.flag("ForceAuthn")
        isPassive = try tree.flag("IsPassive")
        if let binding = tree[attribute: "ProtocolBinding"], binding != SAMLName.post { throw OAuthError(75003) }
        guard tree.all("Subject", SAMLName.assertion).isEmpty else {
            throw SAMLRefusal.malformed("a Subject is not supported; name the user by login_hint in the address")
        }
        let scoping = tree.all("Scoping", SAMLName.messages)
        guard scoping.allSatisfy({ $0[attribute: "ProxyCount"] == nil && $0.elements.isEmpty }) else {
            throw SAMLRefusal.malformed("its Scoping has a ProxyCount, IDPList or RequesterID, which is not supported")
        }
        let policies = tree.all("NameIDPolicy", SAMLName.messages)
        guard policies.count <= 1 else { throw SAMLRefusal.malformed("it has several NameIDPolicy elements") }
        format = try policies.first?[attribute: "Format"].map(Self.format)
        qualifier = policies.first?[attribute: "SPNameQualifier"].flatMap { $0.isEmpty ? nil : $0 }
        guard (qualifier?.utf8.count ?? 0) <= 1024 else { throw OAuthError(75016) }
        contexts = try Self.contexts(tree)
    }

    private static func format(_ text: String) throws(OAuthError) -> SAMLNameIDFormat {
        guard let format = SAMLNameIDFormat(rawValue: text) else { throw OAuthError(75016) }
        return format
    }

    private static func contexts(_ tree: XMLTree) throws(OAuthError) -> [String] {
        let requested = tree.all("RequestedAuthnContext", SAMLName.messages)
        guard let element = requested.first else { return [] }
        guard requested.count == 1 else {
            throw SAMLRefusal.malformed("it has several RequestedAuthnContext elements")
        }
        guard (element[attribute: "Comparison"] ?? "exact") == "exact" else {
            throw SAMLRefusal.malformed("the Comparison of its RequestedAuthnContext is not exact")
        }
        var classes: [String] = []
        for child in element.elements {
            guard child.isNamed("AuthnContextClassRef", SAMLName.assertion),
                let text = child.text?.trimmingCharacters(in: .whitespacesAndNewlines),
                !text.isEmpty, text.utf8.count <= 256, !text.contains(where: \.isWhitespace)
            else { throw SAMLRefusal.malformed("its RequestedAuthnContext contains no AuthnContextClassRef") }
            classes.append(text)
        }
        guard !classes.isEmpty, classes.count <= mostContexts else {
            throw SAMLRefusal.malformed("its RequestedAuthnContext names no class, or too many")
        }
        return classes
    }
}

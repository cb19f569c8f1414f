package import KeyfobOAuth

/// A service's request to sign a user out (SAML Core section 3.7.1).
///
/// Its `NameID` is not read: Entra ID ignores it too, since the browser's session shows who signs out.
package struct SAMLLogoutRequest: Sendable, Hashable {
    /// The id, the issuer and the destination.
    package let header: SAMLRequestHeader
    /// `SessionIndex`: the sign-ins that end; empty for all of the user's.
    package let sessions: [String]

    /// Reads a request.
    ///
    /// - Throws: ``OAuthError`` 75005 or 7500529.
    package init(_ tree: XMLTree) throws(OAuthError) {
        header = try SAMLRequestHeader(tree, named: "LogoutRequest")
        sessions = tree.all("SessionIndex", SAMLName.messages).compactMap(\.text)
    }
}

/// A service's response to a request to sign a user out (SAML Core section 3.7.2).
package struct SAMLLogoutResponse: Sendable, Hashable {
    /// The id, the issuer and the destination.
    package let header: SAMLRequestHeader
    /// `InResponseTo`
    package let request: String?

    /// Reads a response.
    ///
    /// - Throws: ``OAuthError`` 75005 or 7500529.
    package init(_ tree: XMLTree) throws(OAuthError) {
        header = try SAMLRequestHeader(tree, named: "LogoutResponse")
        request = tree[attribute: "InResponseTo"]
    }
}

package import KeyfobOAuth

/// The names of SAML 2.0 and of its bindings.
enum SAMLName {
    /// The namespace of requests and responses (SAML Core section 1.2).
    static let messages = "urn:oasis:names:tc:SAML:2.0:protocol"
    /// The namespace of assertions.
    static let assertion = "urn:oasis:names:tc:SAML:2.0:assertion"
    /// The namespace of metadata.
    static let metadata = "urn:oasis:names:tc:SAML:2.0:metadata"
    /// HTTP POST (SAML Bindings section 3.5).
    static let post = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
    /// HTTP redirect (SAML Bindings section 3.4).
    static let redirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
    /// The only compression of the redirect binding.
    static let deflate = "urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE"
}

/// The formats of a user's name that a request may name (`NameIDPolicy`), as Entra ID documents them.
package enum SAMLNameIDFormat: String, Sendable, Hashable, CaseIterable {
    /// A name that only this service knows.
    case persistent = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
    /// A mail address.
    case emailAddress = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"
    /// The provider chooses: a name that only this service knows.
    case unspecified = "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified"
    /// A random name for one sign-in.
    case transient = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient"
}

/// The refusal of a SAML message.
package enum SAMLRefusal {
    /// 75005: the message is malformed, or contains what is not supported.
    package static func malformed(_ detail: String) -> OAuthError { OAuthError(75005, ["detail": detail]) }
}

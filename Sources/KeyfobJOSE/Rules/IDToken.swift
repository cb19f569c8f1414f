package import KeyfobCore

/// The claims of an ID token (OpenID Connect Core section 2), in the dialect of the Microsoft identity platform.
package struct IDToken: Sendable, Hashable {
    /// The token as received. It must not be printed.
    package let rawValue: String
    /// All claims.
    package let claims: [String: JSONValue]
    /// `iss`
    package let issuer: String
    /// `sub`
    package let subject: String

    /// Reads the claims without verifying the signature: only for tokens that came directly from the issuer's token
    /// endpoint over TLS and were validated then, such as those in the credential store.
    ///
    /// - Throws: ``JOSEError`` if the text is not a JWS of a JSON object with `iss` and `sub`.
    package init(decodingWithoutValidation compact: String) throws(JOSEError) {
        try self.init(JWS(compact: compact), rawValue: compact)
    }

    init(_ jws: JWS, rawValue: String) throws(JOSEError) {
        guard let claims = (try? JSONValue(parsing: jws.payload))?.objectValue else {
            throw JOSEError("The ID token's claims are not a JSON object, or have a duplicate name.")
        }
        // Some providers send the number of a row in their database.
        let named = claims["sub"]?.stringValue ?? claims["sub"]?.integerValue.map(String.init)
        guard let issuer = claims["iss"]?.stringValue, let subject = named, !subject.isEmpty
        else { throw JOSEError("The ID token does not name its issuer and its subject.") }
        self.rawValue = rawValue
        self.claims = claims
        self.issuer = issuer
        self.subject = subject
    }
}

extension IDToken {
    /// `aud`: one or several.
    package var audiences: [String] {
        claims["aud"]?.stringValue.map { [$0] } ?? claims["aud"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }
    /// `oid`: the user's object in the tenant.
    package var objectID: String? { claims["oid"]?.stringValue }
    /// `tid`: the tenant.
    package var tenantID: String? { claims["tid"]?.stringValue }
    /// `home_oid`: a guest's object in the home tenant.
    package var homeObjectID: String? { claims["home_oid"]?.stringValue }
    /// `home_tid`: a guest's home tenant.
    package var homeTenantID: String? { claims["home_tid"]?.stringValue }
    /// `preferred_username`
    package var preferredUsername: String? { claims["preferred_username"]?.stringValue }
    /// `name`
    package var name: String? { claims["name"]?.stringValue }
    /// `given_name`
    package var givenName: String? { claims["given_name"]?.stringValue }
    /// `family_name`
    package var familyName: String? { claims["family_name"]?.stringValue }
    /// `upn`
    package var userPrincipalName: String? { claims["upn"]?.stringValue }
    /// `email`
    package var email: String? { claims["email"]?.stringValue }
    /// The first of `emails`, which Azure AD B2C sends instead of `preferred_username` and `email`.
    package var firstOfEmails: String? { claims["emails"]?.arrayValue?.first?.stringValue }
    /// `nonce`
    package var nonce: String? { claims["nonce"]?.stringValue }
    /// `sid`: the session at the identity provider.
    package var sessionID: String? { claims["sid"]?.stringValue }
    /// `login_hint`
    package var loginHint: String? { claims["login_hint"]?.stringValue }
    /// `exp`, in seconds since 1970-01-01T00:00:00Z.
    package var expiresAt: Int64? { claims["exp"]?.doubleValue.flatMap { Int64(exactly: $0.rounded(.down)) } }
}

extension IDToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A fixed text: the token and its claims are not for logs.
    package var description: String { "IDToken(<redacted>)" }
    /// A fixed text.
    package var debugDescription: String { description }
    /// A mirror without children, so that `dump` shows nothing.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The kind of an entity in the unified credential schema: its section in the schema's JSON form.
///
/// A struct, so that kinds of a later version survive a rewrite by this one.
package struct CredentialKind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The stored name.
    package let rawValue: String
    /// Makes a kind from its name.
    package init(rawValue: String) { self.rawValue = rawValue }
    /// The name.
    package var description: String { rawValue }

    /// An access token.
    package static let accessToken = CredentialKind(rawValue: "AccessToken")
    /// A refresh token, of one client or of a family.
    package static let refreshToken = CredentialKind(rawValue: "RefreshToken")
    /// An id token, as issued.
    package static let idToken = CredentialKind(rawValue: "IdToken")
    /// A user in one tenant.
    package static let account = CredentialKind(rawValue: "Account")
    /// The metadata of a client: its family.
    package static let appMetadata = CredentialKind(rawValue: "AppMetadata")
    /// The sign-in state of one app for one account.
    package static let signInState = CredentialKind(rawValue: "SignInState")
}

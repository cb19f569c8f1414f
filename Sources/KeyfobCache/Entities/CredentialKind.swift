/// The kind of an entity in the unified credential schema: its section in the schema's JSON form.
///
/// A struct, so that kinds of a later version survive a rewrite by this one.
public struct CredentialKind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The stored name.
    public let rawValue: String
    /// Makes a kind from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The name.
    public var description: String { rawValue }

    /// An access token.
    public static let accessToken = CredentialKind(rawValue: "AccessToken")
    /// A refresh token, of one client or of a family.
    public static let refreshToken = CredentialKind(rawValue: "RefreshToken")
    /// An id token, as issued.
    public static let idToken = CredentialKind(rawValue: "IdToken")
    /// A user in one tenant.
    public static let account = CredentialKind(rawValue: "Account")
    /// The metadata of a client: its family.
    public static let appMetadata = CredentialKind(rawValue: "AppMetadata")
    /// The sign-in state of one app for one account.
    public static let signInState = CredentialKind(rawValue: "SignInState")
}

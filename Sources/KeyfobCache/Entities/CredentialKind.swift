/// What an entity of the unified credential schema is: its section in the schema's JSON form.
///
/// A struct, so that kinds which a later version writes survive a rewrite by this one.
public struct CredentialKind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name as it is stored.
    public let rawValue: String
    /// Makes a kind of its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The name.
    public var description: String { rawValue }

    /// An access token.
    public static let accessToken = CredentialKind(rawValue: "AccessToken")
    /// A refresh token, of one client or of a family.
    public static let refreshToken = CredentialKind(rawValue: "RefreshToken")
    /// An id token, as it came.
    public static let idToken = CredentialKind(rawValue: "IdToken")
    /// A user in one tenant.
    public static let account = CredentialKind(rawValue: "Account")
    /// What is known of a client: whether it belongs to a family.
    public static let appMetadata = CredentialKind(rawValue: "AppMetadata")
    /// Whether one app is signed in to one account.
    public static let signInState = CredentialKind(rawValue: "SignInState")
}

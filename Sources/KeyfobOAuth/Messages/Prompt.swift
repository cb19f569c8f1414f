/// The page that the provider must show (`prompt`, OpenID Connect Core section 3.1.2.1).
public struct Prompt: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The wire value.
    public let rawValue: String
    /// Makes a prompt from its wire value.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The wire value.
    public var description: String { rawValue }

    /// No page may be shown.
    public static let none = Prompt(rawValue: "none")
    /// The user enters credentials again.
    public static let login = Prompt(rawValue: "login")
    /// The account picker is shown.
    public static let selectAccount = Prompt(rawValue: "select_account")
    /// The consent page is shown.
    public static let consent = Prompt(rawValue: "consent")
    /// The sign-up page is shown.
    public static let create = Prompt(rawValue: "create")
    /// v1: the session is used, and renewed if it is old.
    public static let refreshSession = Prompt(rawValue: "refresh_session")
    /// v1: an administrator consents for the tenant.
    public static let adminConsent = Prompt(rawValue: "admin_consent")
}

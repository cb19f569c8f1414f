/// The page that an interactive sign-in must show, whatever session the browser has (`prompt`, OpenID Connect Core
/// section 3.1.2.1). Without a prompt the identity provider decides.
public struct InteractivePrompt: RawRepresentable, Sendable, Hashable {
    /// The wire value.
    public let rawValue: String
    /// Makes a prompt of its wire value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The user chooses an account.
    public static let selectAccount = InteractivePrompt(rawValue: "select_account")
    /// The user enters credentials again.
    public static let login = InteractivePrompt(rawValue: "login")
    /// The user sees the consent page again.
    public static let consent = InteractivePrompt(rawValue: "consent")
    /// The user creates an account.
    public static let create = InteractivePrompt(rawValue: "create")
}

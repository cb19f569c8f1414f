/// What an interactive sign-in must show, whatever the browser remembers (`prompt`, OpenID Connect Core section
/// 3.1.2.1). Naming none leaves it to the identity provider.
public struct InteractivePrompt: RawRepresentable, Sendable, Hashable {
    /// The wire value.
    public let rawValue: String
    /// Makes a prompt of its wire value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The person chooses an account.
    public static let selectAccount = InteractivePrompt(rawValue: "select_account")
    /// The person enters credentials again.
    public static let login = InteractivePrompt(rawValue: "login")
    /// The person sees the consent page again.
    public static let consent = InteractivePrompt(rawValue: "consent")
    /// The person creates an account.
    public static let create = InteractivePrompt(rawValue: "create")
}

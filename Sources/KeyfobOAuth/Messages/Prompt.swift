/// The page that the provider must show (`prompt`, OpenID Connect Core section 3.1.2.1).
package struct Prompt: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The wire value.
    package let rawValue: String
    /// Makes a prompt from its wire value.
    package init(rawValue: String) { self.rawValue = rawValue }
    /// The wire value.
    package var description: String { rawValue }

    /// No page may be shown.
    package static let none = Prompt(rawValue: "none")
    /// The user enters credentials again.
    package static let login = Prompt(rawValue: "login")
    /// The account picker is shown.
    package static let selectAccount = Prompt(rawValue: "select_account")
    /// The consent page is shown.
    package static let consent = Prompt(rawValue: "consent")
    /// The sign-up page is shown.
    package static let create = Prompt(rawValue: "create")
    /// v1: the session is used, and renewed if it is old.
    package static let refreshSession = Prompt(rawValue: "refresh_session")
    /// v1: an administrator consents for the tenant.
    package static let adminConsent = Prompt(rawValue: "admin_consent")
}

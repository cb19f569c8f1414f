/// The page that an interactive sign-in must show (`prompt`, OpenID Connect Core section 3.1.2.1).
#if canImport(ObjectiveC)
@objc(MSALPromptType)
#endif
public enum MSALPromptType: UInt, Sendable {
    /// The user chooses an account (`select_account`).
    case selectAccount
    /// The user enters credentials again (`login`).
    case login
    /// The user sees the consent page again (`consent`).
    case consent
    /// The user creates an account (`create`).
    case create
    /// The identity provider decides; nothing is sent.
    case promptIfNecessary
}

extension MSALPromptType {
    /// ``promptIfNecessary``
    public static var `default`: MSALPromptType { .promptIfNecessary }
}

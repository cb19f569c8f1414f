/// What an interactive sign-in must show (`prompt`, OpenID Connect Core section 3.1.2.1).
#if canImport(ObjectiveC)
@objc(MSALPromptType)
#endif
public enum MSALPromptType: UInt, Sendable {
    /// The person chooses an account (`select_account`).
    case selectAccount
    /// The person enters credentials again (`login`).
    case login
    /// The person sees the consent page again (`consent`).
    case consent
    /// The person creates an account (`create`).
    case create
    /// The identity provider decides; nothing is sent.
    case promptIfNecessary
}

extension MSALPromptType {
    /// ``promptIfNecessary``
    public static var `default`: MSALPromptType { .promptIfNecessary }
}

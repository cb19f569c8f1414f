import KeyfobFlows

/// The provider's pages for an app's request, while they are open.
struct ProviderVisit: Sendable {
    /// What the visit waits for.
    enum Step: Sendable {
        /// The user is on the pages.
        case onPage
        /// The user reads what the organization requires of the device.
        case checkingCompliance
        /// The broker's own sign-in registers the device.
        case signingInForBroker
        case listingCertificates(CertificateWanted)
        case choosingCertificate(CertificateWanted, [String])
    }

    /// The limit of actions that a provider may request during one sign-in.
    static let exitLimit = 8

    /// The expected account; nil for any.
    let expected: VaultAccount?
    /// Whether the user decides afterwards whether the app may use the account: with the web view's cookies the provider
    /// may respond without showing a page.
    let confirmsUser: Bool
    var parameters: CodeFlowParameters
    var identity: WebIdentity
    /// Whether the user signs in by certificate.
    var isByCertificate = false
    /// Whether the web view's own cookies will identify the user.
    var isInWebView = true
    var exits = 0
}

import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// The sign-in of an app by certificate: the same request once more, with the second redirect URI that the app has
/// registered for this (`msauth://code/` and the first one).
///
/// The certificate is one that the administrator has put on the device for the broker, or else the system's browser has
/// some. Whichever it is, the app is told the outcome and sees neither the certificate nor the key.
struct CertificateSignIn: Sendable {
    private let core: BrokerCore
    private let signIn: InteractiveSignIn
    private let credentials: SignInCredentials
    private let leaving: @Sendable (WebExit) async throws(AuthError) -> ExitOutcome

    init(
        _ signIn: InteractiveSignIn, _ credentials: SignInCredentials,
        leaving: @escaping @Sendable (WebExit) async throws(AuthError) -> ExitOutcome
    ) {
        core = signIn.core
        self.signIn = signIn
        self.credentials = credentials
        self.leaving = leaving
    }

    /// Signs in.
    ///
    /// - Parameters:
    ///   - first: what was asked for before the person chose the certificate.
    ///   - wanted: who they said they are.
    func run(_ first: CodeFlowParameters, _ wanted: CertificateWanted) async throws(AuthError) -> AppSignIn.Outcome {
        var parameters = first
        parameters.redirectURI = try RedirectURI(BrokerRedirectForm.certificateRedirect(for: first.redirectURI.value))
        parameters.extraParameters.set(Self.flag, "true")
        parameters.loginHint = wanted.name ?? first.loginHint
        // An app names the authority: whose host it is, only a known cloud or the administrator says.
        let isKnown = core.driver.isRecognised(wanted.provider)
        if isKnown, let certificates = core.environment.certificates,
            let name = try await choose(certificates, wanted.name)
        {
            let presentation = CertificatePresentation(
                try certificates.transport(presenting: name), authority: wanted.provider)
            let navigation = WebNavigation(
                core, credentials: credentials, screen: signIn.screen, presentation: presentation, leaving: leaving)
            let flow = try await core.driver.authorizationCode(
                parameters, userAgent: BrokerUserAgent(navigation: navigation))
            return AppSignIn.Outcome(flow: flow, isInWebView: true)
        }
        guard let browser = core.environment.systemBrowser else {
            throw AuthError(
                .userAgentUnavailable, origin: .broker,
                message: "A certificate is wanted; there is none on this device, and no browser that could have one.",
                remedy: "Have the administrator put the person's certificate on the device: "
                    + "keyfob-broker certificate add.")
        }
        let flow = try await core.driver.authorizationCode(parameters, userAgent: browser)
        return AppSignIn.Outcome(flow: flow, isInWebView: false)
    }

    /// Says to the provider that the person has chosen the certificate already.
    static let flag = "broker_is_performing_cba"

    /// The certificate to present: the one that is called as the person, the only one, or the one that they choose.
    private func choose(_ certificates: any PersonalCertificates, _ person: String?) async throws(AuthError) -> String?
    {
        let names = try certificates.names()
        if let person = person?.lowercased(), let own = names.first(where: { $0.lowercased() == person }) { return own }
        guard names.count > 1 else { return names.first }
        let page = CertificateChooserPage(app: signIn.order.app, names: names)
        guard let index = page.choice(try await signIn.screen.show(page.page)) else { throw .personWentBack }
        return names[index]
    }
}

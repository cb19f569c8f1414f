import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// The sign-in of an app by certificate: repeats the request with the second redirect URI that the app has registered
/// for this (`msauth://code/` and the first one).
///
/// The certificate is one that the administrator has installed for the broker, or else one of the system browser's.
/// Either way, the app gets the result and sees neither the certificate nor the key.
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
    ///   - first: the request before the user chose the certificate.
    ///   - wanted: the certificate sign-in that the user chose.
    func run(_ first: CodeFlowParameters, _ wanted: CertificateWanted) async throws(AuthError) -> AppSignIn.Outcome {
        var parameters = first
        parameters.redirectURI = try RedirectURI(BrokerRedirectForm.certificateRedirect(for: first.redirectURI.value))
        parameters.extraParameters.set(Self.flag, "true")
        parameters.loginHint = wanted.name ?? first.loginHint
        // The app names the authority; only a known cloud or the administrator's settings show whose host it is.
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
                message: "The provider requests a certificate; this device has neither one nor a browser that could.",
                remedy: "Have the administrator put the user's certificate on the device: "
                    + "keyfob-broker certificate add.")
        }
        let flow = try await core.driver.authorizationCode(parameters, userAgent: browser)
        return AppSignIn.Outcome(flow: flow, isInWebView: false)
    }

    /// The parameter that states that the user has already chosen the certificate.
    static let flag = "broker_is_performing_cba"

    /// Returns the certificate to present: the one named after the user, the only one, or the one that the user
    /// selects.
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

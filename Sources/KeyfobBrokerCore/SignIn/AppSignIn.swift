import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// The provider's pages for an app's own request in the broker's web view, and the steps that the provider requests in
/// between: registering the device, enrolling it, checking its compliance, presenting a certificate.
struct AppSignIn: Sendable {
    private let core: BrokerCore
    private let signIn: InteractiveSignIn
    private let credentials: SignInCredentials

    init(_ signIn: InteractiveSignIn, _ credentials: SignInCredentials) {
        core = signIn.core
        self.signIn = signIn
        self.credentials = credentials
    }

    /// The result of the sign-in.
    struct Outcome: Sendable {
        let flow: FlowResult
        /// Whether the web view's own cookies now identify the user.
        let isInWebView: Bool
    }

    /// Signs in for the app.
    ///
    /// - Parameter wanted: set if the user has chosen to sign in by certificate on a page that was not the app's.
    func run(account: HeldAccount?, prompt: Prompt?, wanted: CertificateWanted?) async throws(AuthError) -> Outcome {
        var parameters = parameters(account, prompt)
        if let wanted {
            // The provider then redirects the web view at once, if the app is registered for it.
            parameters.loginHint = wanted.name ?? parameters.loginHint
            parameters.extraParameters.set(CertificateSignIn.flag, "true")
        }
        do throws(AuthError) {
            let flow = try await inWebView(parameters)
            try core.keepCookies()
            return Outcome(flow: flow, isInWebView: true)
        } catch {
            try core.keepCookies()
            guard let wanted = error.cause as? CertificateWanted else { throw error }
            return try await withCertificate(parameters, wanted)
        }
    }

    private func inWebView(_ parameters: CodeFlowParameters) async throws(AuthError) -> FlowResult {
        let navigation = WebNavigation(core, credentials: credentials, screen: signIn.screen) {
            exit throws(AuthError) in try await outcome(of: exit)
        }
        return try await core.driver.authorizationCode(parameters, userAgent: BrokerUserAgent(navigation: navigation))
    }

    private func withCertificate(
        _ parameters: CodeFlowParameters, _ wanted: CertificateWanted
    ) async throws(AuthError) -> Outcome {
        let signIn = CertificateSignIn(signIn, credentials) { exit throws(AuthError) in try await outcome(of: exit) }
        do throws(AuthError) {
            let outcome = try await signIn.run(parameters, wanted)
            try core.keepCookies()
            return outcome
        } catch {
            try core.keepCookies()
            throw error
        }
    }

    private func parameters(_ account: HeldAccount?, _ prompt: Prompt?) -> CodeFlowParameters {
        let order = signIn.order
        var parameters = CodeFlowParameters(
            clientID: order.clientID, authority: order.authority, redirectURI: order.redirectURI, scopes: order.scopes)
        parameters.extraScopesToConsent = order.asking.extraScopesToConsent
        parameters.prompt = prompt
        parameters.loginHint = account?.username ?? order.loginHint
        parameters.isInstanceAware = order.asking.isInstanceAware
        parameters.claims = order.claims
        parameters.correlationID = order.correlationID
        parameters.dialect = order.dialect
        parameters.resource = order.resource
        parameters.binding = order.binding?.keyID.map(TokenBinding.init(keyID:))
        // Only the broker, never an app, states that the user has chosen a certificate.
        parameters.extraParameters = FormParameters(order.asking.extraParameters.sorted { $0.key < $1.key })
            .without([CertificateSignIn.flag])
        if let enrollment = account.flatMap(order.enrollmentID) {
            parameters.tokenQuery.set("microsoft_enrollment_id", enrollment)
        }
        return parameters
    }

    /// Performs a page's request to the broker.
    private func outcome(of exit: WebExit) async throws(AuthError) -> ExitOutcome {
        switch exit {
        case .registerDevice(let username): return try await register(username, anew: false)
        case .renewRegistration(let username): return try await register(username, anew: true)
        case .enroll(let url): return .open(try trusted(url))
        case .compliance(let url):
            if let url { return .open(try trusted(url)) }
            let page = QuestionPage.compliance()
            guard page.goesOn(try await signIn.screen.show(page.page)) else { throw .personWentBack }
            return .reload
        case .remediationEnded(let isSuccess):
            guard isSuccess else { throw .remediationFailed }
            return .reload
        case .systemBrowser(let url): throw CertificateWanted(try trusted(url)).error
        case .unknown(let host):
            throw AuthError(
                .invalidResponse, origin: .server,
                message: "A page requests an action that the broker does not support: \(host).",
                remedy: "Update the broker.")
        }
    }

    private func register(_ username: String?, anew: Bool) async throws(AuthError) -> ExitOutcome {
        let environment = core.environmentName(signIn.order.authority.environment)
        let known =
            credentials.account
            ?? username.flatMap { name in
                core.vault.state.accounts.first {
                    $0.environment == environment && $0.username.lowercased() == name.lowercased()
                }
            }
        try await PrimarySignIn(signIn, credentials).run(
            isForced: false, account: known, hint: username, isAnew: anew)
        // From here on the web view may prove the device and its user, whatever prompt was requested.
        credentials.isSilenced = false
        return .reload
    }

    /// Checks that a URL is the organization's: of the provider, or of a host in the broker's configuration.
    private func trusted(_ url: HTTPURL) throws(AuthError) -> HTTPURL {
        guard credentials.isProvider(url) else {
            throw AuthError(
                .invalidResponse, origin: .server,
                message: "A page redirects the broker to an unknown host: \(url.host).",
                remedy: "Add the host to the broker's configuration if it is the organization's.")
        }
        return url
    }
}

extension AuthError {
    fileprivate static var remediationFailed: AuthError {
        AuthError(
            .interactionRequired, origin: .broker, message: "The device was not enrolled.",
            remedy: "Sign in again and follow the organization's page to its end.")
    }
}

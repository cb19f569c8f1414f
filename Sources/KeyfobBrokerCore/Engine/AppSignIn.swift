import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// The provider's pages for an app's own request, in the broker's web view, and what the provider sends the broker to do
/// in between: register the device, enrol it, have it checked, use the system's browser for a certificate.
struct AppSignIn: Sendable {
    private let core: BrokerCore
    private let signIn: InteractiveSignIn
    private let credentials: SignInCredentials

    init(_ signIn: InteractiveSignIn, _ credentials: SignInCredentials) {
        core = signIn.core
        self.signIn = signIn
        self.credentials = credentials
    }

    /// Signs in for the app.
    func run(account: HeldAccount?, prompt: Prompt?) async throws(AuthError) -> FlowResult {
        let parameters = parameters(account, prompt)
        let navigation = WebNavigation(core, credentials: credentials, screen: signIn.screen) {
            exit throws(AuthError) in try await outcome(of: exit)
        }
        let flow: FlowResult
        do throws(AuthError) {
            flow = try await core.driver.authorizationCode(
                parameters, userAgent: BrokerUserAgent(navigation: navigation))
        } catch {
            try core.keepCookies()
            guard error.cause is CertificateWanted else { throw error }
            return try await withCertificate(parameters)
        }
        try core.keepCookies()
        return flow
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
        parameters.extraParameters = FormParameters(order.asking.extraParameters.sorted { $0.key < $1.key })
        if let enrollment = account.flatMap(order.enrollmentID) {
            parameters.tokenQuery.set("microsoft_enrollment_id", enrollment)
        }
        return parameters
    }

    /// Does what a page asks the broker to do.
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
        case .systemBrowser(let url):
            _ = try trusted(url)
            throw AuthError(
                .userAgentUnavailable, origin: .broker, message: "The provider asks for a certificate.",
                remedy: "Sign in where the system's browser can be opened.", cause: CertificateWanted())
        case .unknown(let host):
            throw AuthError(
                .invalidResponse, origin: .server,
                message: "A page asks the broker for what it does not know: \(host).",
                remedy: "Update the broker.")
        }
    }

    private func register(_ username: String?, anew: Bool) async throws(AuthError) -> ExitOutcome {
        if anew, let account = credentials.account {
            try core.vault.update { state throws(AuthError) in
                state.registrations.removeAll {
                    $0.tenantID == account.tenantID && $0.environment == account.environment
                }
                state.primaryTokens.removeAll { $0.homeAccountID == account.homeAccountID }
            }
        }
        let environment = core.environmentName(signIn.order.authority.environment)
        let known =
            credentials.account
            ?? username.flatMap { name in
                core.vault.state.accounts.first {
                    $0.environment == environment && $0.username.lowercased() == name.lowercased()
                }
            }
        try await PrimarySignIn(signIn, credentials).run(isForced: false, account: known, hint: username)
        // From here on the device and its user are proved, whatever was to be shown at first.
        credentials.isSilenced = false
        return .reload
    }

    /// Pages that remedy something are the organization's: of the provider, or of a host that the broker was told of.
    private func trusted(_ url: HTTPURL) throws(AuthError) -> HTTPURL {
        guard credentials.isProvider(url) else {
            throw AuthError(
                .invalidResponse, origin: .server,
                message: "A page leads the broker to a host that it does not know: \(url.host).",
                remedy: "Add the host to the broker's configuration if it is the organization's.")
        }
        return url
    }

    /// Starts the same sign-in again in the system's browser, which can show a certificate; the answer comes back to the
    /// broker by the second redirect URI that the app has registered for this.
    private func withCertificate(_ first: CodeFlowParameters) async throws(AuthError) -> FlowResult {
        guard let browser = core.environment.systemBrowser else {
            throw AuthError(
                .userAgentUnavailable, origin: .broker,
                message: "A certificate is wanted, and this broker can open no browser that has one.",
                remedy: "Start the broker where BROWSER names a browser.")
        }
        var parameters = first
        parameters.redirectURI = try RedirectURI(
            BrokerRedirectForm.certificateRedirect(for: first.redirectURI.value))
        parameters.extraParameters.set("broker_is_performing_cba", "true")
        return try await core.driver.authorizationCode(parameters, userAgent: browser)
    }
}

/// Why the web view was left: the provider wants a certificate, which only the system's browser can show.
private struct CertificateWanted: Error {}

extension AuthError {
    fileprivate static var remediationFailed: AuthError {
        AuthError(
            .interactionRequired, origin: .broker, message: "The device was not enrolled.",
            remedy: "Sign in again and follow the organization's page to its end.")
    }
}

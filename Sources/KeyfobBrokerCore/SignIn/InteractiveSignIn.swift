import KeyfobCore
import KeyfobFlows

/// Gets tokens interactively: performs the steps of ``InteractiveFlow`` at the screen, the provider and the vault.
struct InteractiveSignIn: Sendable {
    let core: BrokerCore
    let order: BrokerTokenRequest
    let screen: any BrokerScreenSession

    /// Signs the user in.
    ///
    /// - Parameter account: set to the account of the sign-in once the user has let the app use it, also if an error
    ///   follows.
    /// - Throws: ``AuthError``: `userCanceled` if the user went back, `accountMismatch` if another user signed in than
    ///   requested, `configuration` if the administrator forbids it, and the provider's errors.
    func run(settling account: inout VaultAccount?) async throws(AuthError) -> BrokerTokenResponse {
        let credentials = credentials(WebIdentity())
        var flow = InteractiveFlow(
            order, core.configuration, environment: core.environmentName(order.authority.environment),
            isTrusted: { credentials.isProvider($0) })
        var pages: ProviderPages?
        var event = SignInEvent.start
        while let action = flow.handle(event, seeing: facts) {
            account = flow.settled
            switch action {
            case .finish(let answer): return answer
            case .fail(let error):
                if pages != nil { try core.keepCookies() }
                throw error
            case .perform(let step):
                do throws(AuthError) {
                    event = try await perform(step, on: &pages)
                } catch {
                    event = .failed(error)
                }
            }
        }
        throw .endedEarly
    }

    private var facts: SignInFacts {
        SignInFacts(state: core.vault.state, hasCookies: !core.cookies.isEmpty)
    }

    private func credentials(_ identity: WebIdentity) -> SignInCredentials {
        SignInCredentials(core, order: order, identity: identity)
    }

    private func perform(
        _ step: SignInStep, on pages: inout ProviderPages?
    ) async throws(AuthError) -> SignInEvent {
        if step.asksForCredentials { try core.checkRoom() }
        switch step {
        case .show(let page): return .submitted(try await screen.show(page))
        case .storeConsent(let account):
            let consent = order.consent(to: account)
            try core.vault.update { state throws(AuthError) in _ = state.consents.insert(consent) }
            return .stored
        case .remember(let account):
            try remember(account)
            return .stored
        case .signInForBroker(let request):
            let signIn = PrimarySignIn(core: core, order: order, screen: screen)
            return .signedInForBroker(try await signIn.run(request))
        case .fetchTokens(let account): return .tokens(try await SilentTokens(core: core).fetched(order, account))
        case .openPages(let parameters, let identity, let certificate):
            pages = try await ProviderPages(
                core, parameters, screen: screen, credentials: credentials(identity),
                presentation: try certificate.flatMap(presentation))
            return try await load(.reload, on: &pages)
        case .goOn(let outcome, let identity):
            pages?.navigation.credentials = credentials(identity)
            return try await load(outcome, on: &pages)
        case .listCertificates(let provider):
            try core.keepCookies()
            // The app names the authority; only a known cloud or the administrator's settings show whose host it is.
            guard core.driver.isRecognised(provider) else { return .certificates([]) }
            return .certificates(try core.environment.certificates?.names() ?? [])
        case .openSystemBrowser(let parameters):
            let flow = try await systemBrowser(parameters)
            try core.keepCookies()
            return signedIn(flow)
        case .save(let input, let account):
            try await core.save(input, of: account)
            return .stored
        }
    }

    private func load(
        _ outcome: ExitStep, on pages: inout ProviderPages?
    ) async throws(AuthError) -> SignInEvent {
        guard var open = pages else { throw .endedEarly }
        let end = try await open.load(outcome)
        pages = open
        switch end {
        case .left(let exit): return .left(exit)
        case .signedIn(let flow):
            try core.keepCookies()
            return signedIn(flow)
        }
    }

    private func signedIn(_ flow: FlowResult) -> SignInEvent {
        .signedInForApp(
            flow, VaultAccount(flow, environment: core.environmentName(flow.authority.environment)))
    }

    private func presentation(
        of certificate: PresentedCertificate
    ) throws(AuthError) -> CertificatePresentation? {
        guard let certificates = core.environment.certificates else { return nil }
        return CertificatePresentation(
            try certificates.transport(presenting: certificate.name), authority: certificate.provider)
    }

    private func systemBrowser(_ parameters: CodeFlowParameters) async throws(AuthError) -> FlowResult {
        guard let browser = core.environment.systemBrowser else {
            throw AuthError(
                .userAgentUnavailable, origin: .broker,
                message: "The provider requests a certificate; this device has neither one nor a browser that could.",
                remedy: "Have the administrator put the person's certificate on the device: "
                    + "keyfob-broker certificate add.")
        }
        return try await core.driver.authorizationCode(parameters, userAgent: browser)
    }

    /// Stores an account, and the consent that this app may use it: the user has just signed in for it.
    func remember(_ account: VaultAccount) throws(AuthError) {
        let consent = order.consent(to: account)
        let isShared = core.configuration.policy.isSharedDevice
        try core.vault.update { state throws(AuthError) in
            try state.admit(account, isShared: isShared)
            state.consents.insert(consent)
        }
    }
}

extension AuthError {
    fileprivate static var endedEarly: AuthError {
        AuthError(
            .invalidResponse, origin: .broker, message: "The sign-in ended without a result.", remedy: "Start it again."
        )
    }
}

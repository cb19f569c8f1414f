import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// The broker's own sign-in of a work or school account: it registers the device in the account's tenant and gets the
/// primary refresh token.
struct PrimarySignIn: Sendable {
    private let core: BrokerCore
    private let signIn: InteractiveSignIn
    private let credentials: SignInCredentials

    init(_ signIn: InteractiveSignIn, _ credentials: SignInCredentials) {
        core = signIn.core
        self.signIn = signIn
        self.credentials = credentials
    }

    /// Signs in.
    ///
    /// - Parameters:
    ///   - isForced: whether the person has to say who they are, whatever the web view's cookies know.
    ///   - account: who is expected; nil for anybody.
    ///   - hint: what the person may be known by, where nobody is expected.
    ///   - isAnew: whether the device is registered again where it is registered already. What it had stays until the
    ///     new registration and its primary refresh token are there.
    ///   - keepsRegistration: whether a registration that is there is kept as long as the organization knows it: then
    ///     it is enough to be signed in.
    /// - Returns: who signed in. A personal account is one too, and has no primary refresh token.
    @discardableResult
    func run(
        isForced: Bool, account: HeldAccount? = nil, hint: String? = nil, isAnew: Bool = false,
        keepsRegistration: Bool = false
    ) async throws(AuthError) -> HeldAccount {
        let order = signIn.order
        // A token to register with wants a person who has just signed in.
        let registers = !keepsRegistration || account.flatMap { core.vault.state.registration(of: $0) } == nil
        var parameters = CodeFlowParameters(
            clientID: core.configuration.clientID,
            authority: account.map(core.homeAuthority)
                ?? Authority(
                    environment: order.authority.environment, tenant: "common"),
            redirectURI: try RedirectURI(core.configuration.redirectURI),
            scopes: registers ? [DeviceRegistrar.scope] : [])
        parameters.loginHint = account?.username ?? hint ?? order.loginHint
        parameters.correlationID = order.correlationID
        if isForced, signIn.mayBeKnown || order.prompt == .login { parameters.prompt = .login }
        let navigation = WebNavigation(core, credentials: credentials, screen: signIn.screen) {
            exit throws(AuthError) in
            // A person with a certificate signs in for the app first, which has to be registered for that.
            if case .systemBrowser(let url) = exit, credentials.isProvider(url) { throw CertificateWanted(url).error }
            // The broker's own sign-in is what registers the device: it cannot wait for that.
            throw .refusedToBroker(exit)
        }
        let flow = try await core.driver.authorizationCode(
            parameters, userAgent: BrokerUserAgent(navigation: navigation))
        try core.keepCookies()
        guard let signedIn = HeldAccount(flow, environment: core.environmentName(flow.authority.environment)),
            account == nil || account?.homeAccountID == signedIn.homeAccountID
        else { throw .otherAccount }
        try signIn.admit(signedIn)
        if signedIn.kind == .work, let refreshToken = flow.response.refreshToken {
            let token = registers ? flow.response.accessToken : nil
            do throws(AuthError) {
                try await prove(signedIn, refreshToken, token, isAnew: isAnew)
            } catch {
                // The organization has removed the device since: it is registered anew, for which the person signs in.
                guard !registers, error.isAboutDevice else { throw error }
                return try await run(isForced: false, account: signedIn, isAnew: true)
            }
        } else {
            try keep(signedIn, nil, nil)
        }
        credentials.account = signedIn
        return signedIn
    }

    /// Registers the device, if it is not, and gets the account's primary refresh token.
    private func prove(
        _ account: HeldAccount, _ refreshToken: Secret<String>, _ token: Secret<String>?, isAnew: Bool
    ) async throws(AuthError) {
        let registrar = DeviceRegistrar(core: core)
        let known = core.vault.state.registration(of: account)
        if let known, !isAnew || token == nil {
            do throws(AuthError) {
                return try keep(account, known, try await issue(refreshToken, account, known))
            } catch {
                // The organization has removed the device since: it is registered anew, once.
                guard error.isAboutDevice, token != nil else { throw error }
            }
        }
        guard let token else { return try keep(account, nil, nil) }
        let registration = try await registrar.register(account, token: token)
        if known == nil {
            // Were the next step to fail, the device would else be registered twice.
            try core.vault.update { state throws(AuthError) in state.put(registration) }
        }
        try keep(account, registration, try await issue(refreshToken, account, registration))
    }

    private func issue(
        _ refreshToken: Secret<String>, _ account: HeldAccount, _ registration: DeviceRegistration
    ) async throws(AuthError) -> PrimaryToken {
        try await PrimaryTokens(core: core).issue(
            refreshToken, account: account, registration: registration, caller: signIn.order.callerClaim,
            correlationID: signIn.order.correlationID)
    }

    /// Keeps what came of it, in one step. What was issued for a device that another registration has replaced goes:
    /// its key is gone.
    private func keep(
        _ account: HeldAccount, _ registration: DeviceRegistration?, _ token: PrimaryToken?
    ) throws(AuthError) {
        let isShared = core.configuration.policy.isSharedDevice
        try core.vault.update { state throws(AuthError) in
            try state.admit(account, isShared: isShared)
            if let registration {
                if let old = state.registration(of: account), old.deviceID != registration.deviceID {
                    state.primaryTokens.removeAll { $0.deviceID == old.deviceID }
                }
                state.put(registration)
            }
            if let token { state.put(token) }
        }
    }
}

extension AuthError {
    /// Whether the provider does not know the device any more.
    fileprivate var isAboutDevice: Bool {
        guard let server else { return false }
        return server.suberror == "device_authentication_failed" || server.codes.contains(50155)
    }

    fileprivate static func refusedToBroker(_ exit: WebExit) -> AuthError {
        AuthError(
            .deviceRegistrationRequired, origin: .server,
            message: "The organization asks the broker itself for a device that is registered or managed already.",
            remedy: "Ask the administrator to leave device registration out of that policy.")
    }
}

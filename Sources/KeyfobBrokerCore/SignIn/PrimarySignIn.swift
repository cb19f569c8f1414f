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
    ///   - isForced: whether the user has to enter credentials, even if the web view's cookies identify them.
    ///   - account: the expected account; nil for any.
    ///   - hint: the login hint, if no account is expected.
    ///   - isAnew: whether a device that is registered already is registered again. The old registration stays until
    ///     the new one and its primary refresh token have arrived.
    ///   - keepsRegistration: whether an existing registration is kept as long as the organization has it: then an
    ///     existing session is enough.
    /// - Returns: the account that signed in. A personal account has no primary refresh token.
    @discardableResult
    func run(
        isForced: Bool, account: HeldAccount? = nil, hint: String? = nil, isAnew: Bool = false,
        keepsRegistration: Bool = false
    ) async throws(AuthError) -> HeldAccount {
        let order = signIn.order
        // A token for the registration service requires a user who has just signed in.
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
            // With a certificate, the user signs in for the app first, which has to be registered for that.
            if case .systemBrowser(let url) = exit, credentials.isProvider(url) { throw CertificateWanted(url).error }
            // The broker's own sign-in registers the device: it cannot require a registered one.
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
                // The organization has removed the device: it is registered again, for which the user signs in.
                guard !registers, error.isAboutDevice else { throw error }
                return try await run(isForced: false, account: signedIn, isAnew: true)
            }
        } else {
            try keep(signedIn, nil, nil)
        }
        credentials.account = signedIn
        return signedIn
    }

    /// Registers the device, if it is not registered, and gets the account's primary refresh token.
    private func prove(
        _ account: HeldAccount, _ refreshToken: Secret<String>, _ token: Secret<String>?, isAnew: Bool
    ) async throws(AuthError) {
        let registrar = DeviceRegistrar(core: core)
        let known = core.vault.state.registration(of: account)
        if let known, !isAnew || token == nil {
            do throws(AuthError) {
                return try keep(account, known, try await issue(refreshToken, account, known))
            } catch {
                // The organization has removed the device: it is registered again, once.
                guard error.isAboutDevice, token != nil else { throw error }
            }
        }
        guard let token else { return try keep(account, nil, nil) }
        let registration = try await registrar.register(account, token: token)
        if known == nil {
            // If the next step failed, the device would otherwise be registered twice.
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

    /// Stores the results in one step. Primary refresh tokens of a replaced registration are removed: their device key
    /// no longer exists.
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
    /// Whether the provider no longer knows the device.
    fileprivate var isAboutDevice: Bool {
        guard let server else { return false }
        return server.suberror == "device_authentication_failed" || server.codes.contains(50155)
    }

    fileprivate static func refusedToBroker(_ exit: WebExit) -> AuthError {
        AuthError(
            .deviceRegistrationRequired, origin: .server,
            message: "The organization requires a registered or managed device for the broker's own sign-in.",
            remedy: "Ask the administrator to leave device registration out of that policy.")
    }
}

import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// The broker's own sign-in of a work or school account: it registers the device in the account's tenant and gets the
/// primary refresh token.
struct PrimarySignIn: Sendable {
    let core: BrokerCore
    let order: BrokerTokenRequest
    let screen: any BrokerScreenSession

    /// Signs in. A personal account gets no primary refresh token.
    ///
    /// - Throws: ``AuthError``: `accountMismatch` if the app requested another account or a shared device has one
    ///   already, `configuration` if the administrator denies the app this account, `deviceRegistrationRequired` if the
    ///   provider requires of the broker what only this sign-in can get, and the provider's errors.
    func run(_ request: PrimaryRequest) async throws(AuthError) -> PrimarySignInResult {
        // A token for the registration service requires a user who has just signed in.
        let registers =
            !request.keepsRegistration || request.account.flatMap { core.vault.state.registration(of: $0) } == nil
        let credentials = SignInCredentials(core, order: order, identity: request.identity)
        var pages = try await ProviderPages(
            core, try parameters(request, registers: registers), screen: screen, credentials: credentials)
        let flow: FlowResult
        switch try await pages.load() {
        case .signedIn(let result): flow = result
        case .left(.systemBrowser(let url)) where credentials.isProvider(url):
            return .certificateWanted(CertificateWanted(url))
        // The broker's own sign-in registers the device: it cannot require a registered one.
        case .left: throw .refusedToBroker
        }
        try core.keepCookies()
        guard let account = VaultAccount(flow, environment: core.environmentName(flow.authority.environment)),
            request.account.map({ $0.homeAccountID == account.homeAccountID }) ?? true
        else { throw .otherAccount }
        try admit(account)
        guard account.kind == .work, let refreshToken = flow.response.refreshToken else {
            try keep(account, nil, nil)
            return .signedIn(account)
        }
        let token = registers ? flow.response.accessToken : nil
        do throws(AuthError) {
            try await prove(account, refreshToken, token, replaces: request.replacesRegistration)
        } catch {
            // The organization has removed the device: it is registered again, for which the user signs in.
            guard !registers, error.isAboutDevice else { throw error }
            return try await run(
                PrimaryRequest(account: account, identity: request.identity, replacesRegistration: true))
        }
        return .signedIn(account)
    }

    private func parameters(
        _ request: PrimaryRequest, registers: Bool
    ) throws(AuthError) -> CodeFlowParameters {
        var parameters = CodeFlowParameters(
            clientID: core.configuration.clientID,
            authority: request.account.map(core.homeAuthority)
                ?? Authority(environment: order.authority.environment, tenant: "common"),
            redirectURI: try RedirectURI(core.configuration.redirectURI),
            scopes: registers ? [DeviceRegistrar.scope] : [])
        parameters.loginHint = request.account?.username ?? request.hint ?? order.loginHint
        parameters.correlationID = order.correlationID
        parameters.prompt = request.prompt
        return parameters
    }

    /// Checks the user who signed in, before anything is stored or issued for them.
    private func admit(_ account: VaultAccount) throws(AuthError) {
        try order.admit(account)
        try core.rules.check(order, account)
        var state = core.vault.state
        try state.admit(account, isShared: core.configuration.policy.isSharedDevice)
    }

    /// Registers the device, if it is not registered, and gets the account's primary refresh token.
    private func prove(
        _ account: VaultAccount, _ refreshToken: Secret<String>, _ token: Secret<String>?, replaces: Bool
    ) async throws(AuthError) {
        let registrar = DeviceRegistrar(core: core)
        let known = core.vault.state.registration(of: account)
        if let known, !replaces || token == nil {
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
        _ refreshToken: Secret<String>, _ account: VaultAccount, _ registration: DeviceRegistration
    ) async throws(AuthError) -> PrimaryToken {
        try await PrimaryTokens(core: core).issue(
            refreshToken, account: account, registration: registration, caller: order.callerClaim,
            correlationID: order.correlationID)
    }

    /// Stores the results in one step. Primary refresh tokens of a replaced registration are removed: their device key
    /// no longer exists.
    private func keep(
        _ account: VaultAccount, _ registration: DeviceRegistration?, _ token: PrimaryToken?
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
    fileprivate static var refusedToBroker: AuthError {
        AuthError(
            .deviceRegistrationRequired, origin: .server,
            message: "The organization requires a registered or managed device for the broker's own sign-in.",
            remedy: "Ask the administrator to leave device registration out of that policy.")
    }
}

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
    /// - Returns: who signed in. A personal account is one too, and has no primary refresh token.
    @discardableResult
    func run(isForced: Bool, account: HeldAccount? = nil, hint: String? = nil) async throws(AuthError) -> HeldAccount {
        let order = signIn.order
        var parameters = CodeFlowParameters(
            clientID: core.configuration.clientID,
            authority: account.map(core.homeAuthority)
                ?? Authority(
                    environment: order.authority.environment, tenant: "common"),
            redirectURI: try RedirectURI(core.configuration.redirectURI), scopes: [DeviceRegistrar.scope])
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
        try core.vault.update { state throws(AuthError) in state.put(signedIn) }
        credentials.account = signedIn
        guard signedIn.kind == .work, let refreshToken = flow.response.refreshToken else { return signedIn }
        let registration: DeviceRegistration
        if let known = core.vault.state.registration(of: signedIn) {
            registration = known
        } else if let token = flow.response.accessToken {
            registration = try await DeviceRegistrar(core: core).register(signedIn, token: token)
        } else {
            return signedIn
        }
        do throws(AuthError) {
            try await issue(refreshToken, signedIn, registration)
        } catch {
            // The organization has removed the device since: it is registered anew, once.
            guard error.isAboutDevice, let token = flow.response.accessToken else { throw error }
            let again = try await DeviceRegistrar(core: core).register(signedIn, token: token)
            try await issue(refreshToken, signedIn, again)
        }
        return signedIn
    }

    private func issue(
        _ refreshToken: Secret<String>, _ account: HeldAccount, _ registration: DeviceRegistration
    ) async throws(AuthError) {
        try await PrimaryTokens(core: core).issue(
            refreshToken, account: account, registration: registration, caller: signIn.order.callerClaim,
            correlationID: signIn.order.correlationID)
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

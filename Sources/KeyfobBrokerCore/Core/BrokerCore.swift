import KeyfobBackport
import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// The dependencies and state that all parts of the engine share. Created once and passed on with each request by
/// reference, since a copy would retain each of its parts.
final class BrokerCore: Sendable {
    let environment: BrokerEnvironment
    let configuration: BrokerConfiguration
    let driver: FlowDriver
    let nonces: NonceCache
    let cookies: BrokerCookies
    let windows = OpenWindows()
    /// The accounts that are being signed out: nothing more is stored for them.
    let leaving = Mutex<Set<String>>([])

    init(_ environment: BrokerEnvironment, _ configuration: BrokerConfiguration) {
        self.environment = environment
        self.configuration = configuration
        let vault = environment.vault
        let clock = environment.clock
        let transport = DeviceTransport(base: environment.transport) { challenge, url in
            Self.answer(challenge, at: url, from: vault.state.registrations, now: clock.unixSeconds)
        }
        driver = FlowDriver(
            transport: transport, clock: clock, random: environment.random, userAgent: nil, pause: SystemPause(),
            trust: configuration.trust)
        nonces = NonceCache(transport: environment.transport, clock: clock)
        cookies = BrokerCookies(vault.state.cookies)
    }

    var vault: BrokerVault { environment.vault }
    var store: any CredentialStore { environment.store }
    var now: Int64 { environment.clock.unixSeconds }
    /// The administrator's rules for the vault's present state.
    var rules: AccountRules { AccountRules(policy: configuration.policy, state: vault.state) }

    /// Returns the broker's name for a host: the preferred host of its cloud.
    func environmentName(_ host: String) -> String { driver.cloud(of: host).preferredNetwork }

    /// Answers a challenge with the device's key for the requesting tenant, or states that there is none.
    static func answer(
        _ challenge: PKeyAuthChallenge, at url: HTTPURL, from registrations: [DeviceRegistration], now: Int64
    ) -> Secret<String>? {
        let key = registrations.first { challenge.accepts($0.deviceKey) }?.deviceKey
        return try? challenge.answer(with: key, requestURL: url, now: now)
    }

    /// Returns whether a URL belongs to an account's home provider, the only one that may receive its sign-in
    /// credentials.
    func isProvider(_ url: HTTPURL, of account: VaultAccount) -> Bool { isProvider(url, at: account.environment) }

    /// Returns whether a URL belongs to the provider that the broker knows by a name.
    func isProvider(_ url: HTTPURL, at environment: String) -> Bool {
        url.scheme == "https"
            && (url.hostAndPort == environment || driver.cloud(of: environment).aliases.contains(url.hostAndPort))
    }

    /// Checks that an authority is trusted independently of the app: one of a known cloud, of the platform's own
    /// domains for customers, or named by the administrator. Any other authority could issue tokens for any user.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if it is none of these.
    func admit(_ authority: Authority) throws(AuthError) {
        let host = authority.environment
        let isPlatforms =
            switch authority.kind {
            case .b2c: host.hasSuffix(".b2clogin.com")
            case .ciam: host.hasSuffix(".ciamlogin.com")
            case .aad, .adfs, .openID: false
            }
        guard !isPlatforms, !driver.isRecognised(host) else { return }
        throw AuthError(
            .configuration, origin: .broker,
            message: "The broker does not know the identity provider \(host), which the app names.",
            remedy: "If it is the organization's, add \(host) to provider_hosts in the broker's settings.")
    }

    /// Returns the authority of an account's home tenant.
    func homeAuthority(of account: VaultAccount) -> Authority {
        Authority(environment: account.environment, tenant: account.tenantID)
    }

    /// Checks that a sign-in could be stored, before the user enters credentials for it.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable`.
    func checkRoom() throws(AuthError) {
        try vault.reserveRoom().release()
        try store.reserveRoom().release()
    }

    /// Stores the web view's cookies.
    func keepCookies() throws(AuthError) {
        let contents = cookies.contents
        try vault.update { state throws(AuthError) in state.cookies = contents }
    }

    /// Removes the web view's cookies of an account's provider.
    func forgetCookies(of account: VaultAccount) throws(AuthError) {
        let names = [account.environment] + driver.cloud(of: account.environment).aliases
        cookies.remove(sentTo: Set(names.map { String($0.prefix { $0 != ":" }) }))
        try keepCookies()
    }

    /// Stores the tokens of an app, so that the next silent call needs no request. If another refresh token has replaced
    /// the redeemed one meanwhile, nothing is written: a sign-in does not take the refresh lock.
    ///
    /// - Parameter redeemed: the app's refresh token that got them, or its successor if that was stored; nil if another
    ///   credential got them.
    /// - Throws: ``AuthError``: `interactionRequired` if the account was signed out in the meantime, and those of the
    ///   store.
    func save(
        _ input: SaveInput, of account: VaultAccount, redeemed: Secret<String>? = nil
    ) async throws(AuthError) {
        try await store.write { [self] transaction throws(AuthError) in
            guard vault.state.holds(account), !leaving.withLock({ $0.contains(account.identity) }) else {
                throw .noSuchAccount
            }
            if let redeemed, try isReplaced(redeemed, input, in: transaction) { return }
            _ = try CredentialRules.save(input, in: transaction)
        }
    }

    /// Returns whether another sign-in of the app has replaced a refresh token.
    ///
    /// - Throws: `interactionRequired` if the account was removed in the app.
    private func isReplaced(
        _ redeemed: Secret<String>, _ input: SaveInput, in transaction: any CredentialTransaction
    ) throws(AuthError) -> Bool {
        let key = SignInKey(homeAccountID: input.homeAccountID, clientID: input.clientID, app: input.app)
        let partition = try transaction.partition(homeAccountID: input.homeAccountID)
        guard let partition, !key.isSignedOut(in: partition) else { throw .noSuchAccount }
        switch try key.standing(
            of: redeemed, in: partition, at: input.environment, aliases: driver.cloud(of: input.environment).aliases)
        {
        case .removed: throw .noSuchAccount
        case .replaced: return true
        case .there: return false
        }
    }
}

import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobCrypto
import KeyfobFlows
import KeyfobJOSE
import KeyfobOAuth
import Synchronization

/// What every part of the engine works with. Made once, and handed on with each request: as one reference, since a copy
/// would count the references of all its parts.
final class BrokerCore: Sendable {
    let environment: BrokerEnvironment
    let configuration: BrokerConfiguration
    let driver: FlowDriver
    let nonces: NonceCache
    let cookies: BrokerCookies
    let windows = OpenWindows()
    /// The accounts that are being signed out: nothing of theirs is kept any more.
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

    /// The name under which the broker knows a host: the one that its cloud prefers.
    func environmentName(_ host: String) -> String { driver.cloud(of: host).preferredNetwork }

    /// Answers a challenge with the device's key of the tenant that asks; that there is none is an answer too.
    static func answer(
        _ challenge: PKeyAuthChallenge, at url: HTTPURL, from registrations: [DeviceRegistration], now: Int64
    ) -> Secret<String>? {
        let key = registrations.first { challenge.accepts($0.deviceKey) }?.deviceKey
        return try? challenge.answer(with: key, requestURL: url, now: now)
    }

    /// Whether an address is of the provider that an account is at home with: the only one that may see what signs it in.
    func isProvider(_ url: HTTPURL, of account: HeldAccount) -> Bool { isProvider(url, at: account.environment) }

    /// Whether an address is of the provider that the broker knows by a name.
    func isProvider(_ url: HTTPURL, at environment: String) -> Bool {
        url.scheme == "https"
            && (url.hostAndPort == environment || driver.cloud(of: environment).aliases.contains(url.hostAndPort))
    }

    /// Lets in the authorities that somebody other than the app vouches for: those of a known cloud, the platform's own
    /// for customers, and those that the administrator named. Another one could answer as anybody.
    ///
    /// - Throws: ``AuthError`` with code `configuration` for another one.
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

    /// The authority at which an account's own tenant answers.
    func homeAuthority(of account: HeldAccount) -> Authority {
        Authority(environment: account.environment, tenant: account.tenantID)
    }

    /// Keeps the web view's cookies.
    func keepCookies() throws(AuthError) {
        let contents = cookies.contents
        try vault.update { state throws(AuthError) in state.cookies = contents }
    }

    /// Forgets the web view's cookies of an account's provider.
    func forgetCookies(of account: HeldAccount) throws(AuthError) {
        let names = [account.environment] + driver.cloud(of: account.environment).aliases
        cookies.remove(sentTo: Set(names.map { String($0.prefix { $0 != ":" }) }))
        try keepCookies()
    }

    /// Writes what the token endpoint answered, so that the next silent call costs no request.
    ///
    /// - Throws: ``AuthError``: `interactionRequired` if the account was signed out meanwhile, and those of the store.
    func keep(_ flow: FlowResult, for order: TokenOrder, account: HeldAccount) async throws(AuthError) {
        let now = flow.receivedAt.unixSeconds
        let response = flow.response
        var input = SaveInput(
            homeAccountID: account.homeAccountID, environment: account.environment,
            realm: flow.idToken?.tenantID ?? account.tenantID, clientID: order.clientID, app: order.app.owner,
            localAccountID: flow.idToken?.objectID ?? flow.idToken?.subject ?? account.localAccountID,
            username: flow.username ?? account.username, cachedAt: now, expiresOn: response.expiry(now: now))
        let isPlain = !order.hasClaimsChallenge && order.binding == nil
        if isPlain, order.enrollmentID(account) == nil {
            input.accessToken = response.accessToken
            input.tokenType = response.tokenType
            input.scopes = flow.scopes.granted.subtracting(.reserved)
            if flow.scopes.declined.isEmpty { input.scopes = input.scopes.union(order.storedScopes) }
            input.extendedExpiresOn = response.extendedExpiresIn.map { now &+ $0 }
            input.refreshOn = response.refreshIn.map { now &+ $0 }
        }
        input.refreshToken = response.refreshToken
        input.familyID = response.familyID
        input.idToken = response.idToken
        let written = input
        try await store.write { [self] transaction throws(AuthError) in
            guard vault.state.holds(account), !leaving.withLock({ $0.contains(account.identity) }) else {
                throw .noSuchAccount
            }
            _ = try CredentialRules.save(written, in: transaction)
        }
    }
}

import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// The credentials that the web view presents to the provider: those of the account that it proves, once the broker has
/// its primary refresh token, and the device's.
struct SignInCredentials: WebCredentials {
    private let core: BrokerCore
    private let order: BrokerTokenRequest
    private let identity: WebIdentity

    init(_ core: BrokerCore, order: BrokerTokenRequest, identity: WebIdentity) {
        self.core = core
        self.order = order
        self.identity = identity
    }

    func isProvider(_ url: HTTPURL) -> Bool {
        guard url.scheme == "https" else { return false }
        let host = url.hostAndPort
        return host == order.authority.environment || core.driver.isRecognised(host)
            || core.driver.cloud(of: order.authority.environment).aliases.contains(host)
    }

    func singleSignOn(at url: HTTPURL, nonce: String?) async -> Secret<String>? {
        // The app names the authority, and a page may redirect anywhere: neither proves whose provider a host is.
        guard !identity.isSilenced, let account = identity.account, core.isProvider(url, of: account),
            let token = core.vault.state.primaryToken(of: account),
            token.expiresAt > core.now
        else { return nil }
        var fresh = nonce
        if fresh == nil,
            let endpoint = try? await core.driver.metadata(for: core.homeAuthority(of: account)).tokenEndpoint
        {
            fresh = try? await core.nonces.nonce(at: endpoint)
        }
        let asked = url.query.flatMap { try? FormParameters(parsing: $0) }
        let client = asked?.nonEmpty("client_id") ?? order.clientID
        let credential = RefreshTokenCredential(
            primaryRefreshToken: token.token, nonce: fresh, issuedAt: fresh == nil ? core.now : nil,
            clientID: client, redirectURI: asked?.nonEmpty("redirect_uri"),
            // The broker's own sign-in has no calling app.
            caller: client == order.clientID ? order.callerClaim : nil)
        return credential.signed(with: token.sessionKey, random: core.environment.random)
    }

    func answer(to challenge: String) async -> HTTPRequest? {
        guard let parsed = try? read(challenge), let url = parsed.submitURL, isProvider(url),
            // A key proves the device only to the provider that registered it.
            let answer = BrokerCore.answer(
                parsed, at: url,
                from: core.vault.state.registrations.filter { core.isProvider(url, at: $0.environment) }, now: core.now)
        else { return nil }
        var request = HTTPRequest(method: .get, url: url)
        request.fields.set("Authorization", answer.reveal())
        return request
    }

    private func read(_ challenge: String) throws(MessageError) -> PKeyAuthChallenge? {
        guard !PKeyAuthChallenge.isChallenge(url: challenge) else { return try PKeyAuthChallenge(url: challenge) }
        return try PKeyAuthChallenge.find(in: ["WWW-Authenticate": challenge])
    }
}

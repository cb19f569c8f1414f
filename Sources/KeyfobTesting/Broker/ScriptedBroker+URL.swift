import KeyfobBackport
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth

extension ScriptedBroker {
    /// Responds to a request over a URL.
    ///
    /// - Returns: The URL to open; nil if there is none.
    func answer(_ url: String) async -> String? {
        guard let request = try? BrokerRequest(url: url, to: identity) else { return nil }
        state.withLock { $0.requests.append(request) }
        let behavior = behavior
        guard case .answers = behavior.reply else { return nil }
        var reply: BrokerResponse
        if let failure = behavior.failure {
            reply = BrokerResponse(.failure(failure))
        } else {
            reply = await signIn(request)
        }
        reply.nonce = request.nonce
        reply.brokerVersion = "1.0"
        reply.device = behavior.device
        if reply.failure == nil {
            let token = random.token()
            state.withLock { $0.applicationTokens[request.clientID] = token }
            reply.applicationToken = Secret(token)
        }
        behavior.edit?(&reply)
        guard let answer = try? reply.urlKeepingNonce(answering: request) else { return nil }
        return behavior.tamper.map { $0(answer) } ?? answer
    }

    /// The application token of a client's last response.
    public func applicationToken(of clientID: String) -> String? { state.withLock { $0.applicationTokens[clientID] } }

    private func signIn(_ request: BrokerRequest) async -> BrokerResponse {
        var wish = ScriptedSignIn(
            authority: request.authority, clientID: request.clientID, redirectURI: request.redirectURI)
        switch request.target {
        case .scopes(let scopes, _): wish.scopes = scopes
        case .resource(let resource): wish.resource = resource
        }
        wish.user = request.user
        wish.asking = request.asking
        wish.claims = request.claims
        wish.capabilities = request.capabilities
        wish.keyID = request.binding?.keyID
        if request.asking.forcesPrompt { wish.asking.prompt = "login" }
        return await signIn(wish, dialect: request.dialect)
    }
}

extension BrokerResponse {
    /// The URL of a response, whose nonce a script may have changed.
    fileprivate func urlKeepingNonce(answering request: BrokerRequest) throws(BrokerExchangeError) -> String {
        var asked = request
        asked.nonce = nonce
        return try url(answering: asked)
    }
}

public import KeyfobBrokerProtocol
public import KeyfobCore
import KeyfobOAuth

extension PublicClientApplication {
    /// Returns the broker's information about the device: its owner and its registration.
    ///
    /// - Parameter correlationID: the id of the call in the broker's log; made up if nil.
    /// - Returns: the information; empty if there is no broker.
    /// - Throws: `AuthError` with code `brokerFailed` if the broker fails.
    public func deviceInformation(correlationID: String? = nil) async throws(AuthError) -> BrokerDeviceInfo {
        guard let access = environment.broker, access.isWanted(), configuration.brokerUse == .automatic else {
            return BrokerDeviceInfo()
        }
        let id = correlationID ?? environment.random.uuid()
        let request = SingleSignOnRequest(.deviceInfo, correlationID: id, app: access.app)
        switch await access.ask(request, at: configuration.authority) {
        case .reply(let reply):
            if case .failure(let failure) = reply.content {
                throw failure.authError(correlationID: id, during: .silent)
            }
            return reply.device
        case .notHandled: return BrokerDeviceInfo()
        case .failure(let error): throw error
        }
    }

    /// Whether the operating system has a single sign-on extension for the provider of the app's authority, and the
    /// app's environment reaches it.
    public func hasSingleSignOnExtension() async -> Bool {
        await environment.broker?.singleSignOn?.isAvailable(for: configuration.authority.singleSignOnURL) ?? false
    }

    /// The values that silent and interactive requests for tokens share.
    func singleSignOnRequest(
        scopes: ScopeSet, at authority: Authority, account: Account?, claims: ClaimsRequest?, key: ProofKey?
    ) -> SingleSignOnTokenRequest {
        var request = SingleSignOnTokenRequest(
            authority: authority, clientID: configuration.clientID, redirectURI: configuration.redirectURI.value,
            scopes: scopes)
        request.user = BrokerUser(homeAccountID: account?.knownIdentifier, username: account?.username)
        request.claims = claims.flatMap { $0.isEmpty ? nil : $0.description }
        request.capabilities = configuration.capabilities
        request.intune = environment.broker?.intune ?? IntuneContext()
        request.binding = key.map(BrokerTokenBinding.init)
        request.homeTenantID = account?.tenantProfiles.first { $0.isHomeTenant }?.tenantID
        request.sentOn = environment.clock.unixSeconds
        request.asking.isInstanceAware = configuration.multipleCloudsSupported
        return request
    }

    /// Requests tokens from the single sign-on extension.
    ///
    /// - Returns: nil if it does not handle the request.
    func tokens(
        _ content: SingleSignOnRequest.Content, _ facts: BrokerRequestFacts
    ) async throws(AuthError) -> TokenResult? {
        guard let access = environment.broker else { return nil }
        var request = SingleSignOnRequest(content, correlationID: facts.correlationID, app: access.app)
        request.key = try? access.brokerKey(random: environment.random)
        switch await access.ask(request, at: facts.authority) {
        case .notHandled: return nil
        case .failure(let error): throw error
        case .reply(let reply):
            guard case .tokens(let answer) = reply.content else { throw BrokerFault.unknown.authError }
            return try await take(answer, facts)
        }
    }
}

extension BrokerTokenBinding {
    init(_ key: ProofKey) {
        let parameters = key.binding.parameters
        self.init(
            tokenType: "Pop", confirmation: parameters["req_cnf"], keyID: key.id)
    }
}

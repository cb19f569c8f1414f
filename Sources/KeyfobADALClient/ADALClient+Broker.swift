import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobFlows
import KeyfobJOSE
import KeyfobOAuth
import KeyfobSetup

extension ADALClient {
    /// Gets a token from the broker, by its URL of version 2, if the request allows it.
    ///
    /// - Returns: nil if the app signs the user in itself.
    /// - Throws: `configuration`, caused by a ``SetupFinding``, if the app is not set up for a broker; `brokerFailed`
    ///   and the broker's errors; `accountMismatch` and `invalidResponse` as without one.
    func tokenFromBroker(
        _ interactive: ADALInteractiveRequest, _ correlationID: String
    ) async throws(AuthError) -> ADALResult? {
        guard let access = environment.broker, access.isWanted(), interactive.brokerUse == .automatic,
            interactive.request.validatesAuthority, interactive.request.authority.kind == .aad
        else { return nil }
        var inputs = BrokerInputs(
            use: .automatic, facts: access.facts, redirectURI: interactive.redirectURI.value,
            authority: interactive.request.authority)
        inputs.dialect = .adal
        inputs.schemes = access.identity.schemes
        inputs.hasExtension = false
        if let fault = BrokerSetup.fault(inputs) { throw fault.authError }
        if access.facts.platform == .iOS, !access.facts.isAppExtension {
            inputs.presence = await .detect(
                access.facts, dialect: .adal, schemes: access.identity.schemes, opener: access.opener)
        }
        guard BrokerRoute(inputs).steps.first == .url else { return nil }
        let request = try brokerRequest(interactive, access, correlationID)
        let state: BrokerResumeState
        do throws(BrokerExchangeError) {
            state = try resumeState(request)
        } catch {
            throw error.authError
        }
        switch await access.send(request, state) {
        case .notOpened: return nil
        case .failure(let error): throw error
        case .reply(let url):
            return try await take(url, state, interactive.request, access)
        }
    }

    /// The values of a request that are stored until its response arrives, possibly in the app's next run.
    func resumeState(_ request: BrokerRequest) throws(BrokerExchangeError) -> BrokerResumeState {
        var state = try BrokerResumeState(request, keychainGroup: environment.keychainGroup)
        state.sentOn = environment.clock.unixSeconds
        return state
    }

    /// Decrypts a response, checks it, and stores its tokens.
    func take(
        _ url: String, _ state: BrokerResumeState, _ request: ADALRequest, _ access: BrokerAccess
    ) async throws(AuthError) -> ADALResult {
        let reply = try access.open(
            url, state,
            unstored: { self.log(.warning, "\(euii: $0.message)", correlationID: state.correlationID) })
        switch reply.outcome {
        case .failure(let failure):
            throw failure.authError(correlationID: reply.correlationID ?? state.correlationID, during: .interactive)
                .namingCertificateRedirect(of: state.redirectURI, dialect: .adal, facts: access.facts)
        case .success(let tokens): return try await take(tokens, state, request)
        }
    }

    private func take(
        _ tokens: BrokerTokens, _ state: BrokerResumeState, _ request: ADALRequest
    ) async throws(AuthError) -> ADALResult {
        if let clientID = tokens.clientID, clientID.lowercased() != request.clientID.lowercased() {
            throw BrokerExchangeError.mismatchedResumeState.authError
        }
        // The names of hosts are learned from the provider, as before any other request.
        _ = try await flows.metadata(for: request.authority, dialect: .v1)
        let authority = try BrokerAuthorityRule.authority(
            requested: request.authority, returned: tokens.authority, isInstanceAware: true, clouds: flows.clouds)
        // An unsigned id token is authenticated by the connection to the token endpoint only; in a URL it may be
        // forged. And without `vt` the broker has not verified that the access token is for the requested tenant. In
        // both cases the tokens are not used, and the refresh token is redeemed at the provider instead.
        let isSigned = tokens.idToken.map { !IDTokenValidator.isUnsigned($0.reveal()) } ?? false
        guard isSigned, tokens.isTenantVerified || request.authority.tenant == "common" else {
            guard let refreshToken = tokens.refreshToken else { throw BrokerExchangeError.unknown.authError }
            return try await acquireToken(refreshToken: refreshToken, request)
        }
        var response = TokenResponse(tokens, now: environment.clock.unixSeconds)
        response.resource = tokens.resource ?? state.resource
        var delivered = DeliveredTokens(
            response: response, authority: authority, clientID: request.clientID, scopes: [],
            correlationID: state.correlationID)
        delivered.dialect = .v1
        delivered.resource = request.resource
        let flow = try await flows.delivered(delivered)
        let acquisition = try ADALAcquisition(flow, request: request)
        try acquisition.checkUser(request.user)
        if request.user?.kind != .optionalDisplayable, request.user != nil,
            let known = try look(request).account?.knownIdentifier, let returned = acquisition.homeAccountID
        {
            try AccountMatch.checkTenant(requested: known, returned: returned)
        }
        var result = try await keep(acquisition, source: .broker)
        result.correlationID = state.correlationID
        return result
    }

    func brokerRequest(
        _ interactive: ADALInteractiveRequest, _ access: BrokerAccess, _ correlationID: String
    ) throws(AuthError) -> BrokerRequest {
        let request = interactive.request
        var out = BrokerRequest(
            target: .resource(request.resource), authority: request.authority, clientID: request.clientID,
            redirectURI: interactive.redirectURI.value, correlationID: correlationID.uppercased(),
            key: try access.brokerKey(random: environment.random), nonce: environment.random.uuid().uppercased())
        out.applicationToken = access.applicationToken(of: request.clientID)
        out.app = access.app
        out.intune = access.intune
        if let user = request.user { out.user = BrokerUser(username: user.id, kind: user.kind.wire) }
        out.asking.forcesPrompt = interactive.forcesBrokerPrompt
        out.asking.skipsCache = request.forceRefresh
        for pair in interactive.extraParameters.pairs { out.asking.extraParameters[pair.name] = pair.value }
        out.claims = request.claims.flatMap { $0.isEmpty ? nil : $0.description }
        out.capabilities = request.capabilities
        return out
    }
}

extension ADALCacheUserIdentifier.Kind {
    /// `username_type`
    var wire: BrokerUser.Kind {
        switch self {
        case .unique: .uniqueID
        case .optionalDisplayable: .optionalName
        case .requiredDisplayable: .requiredName
        }
    }

    init(_ kind: BrokerUser.Kind) {
        self =
            switch kind {
            case .uniqueID: .unique
            case .optionalName: .optionalDisplayable
            case .requiredName: .requiredDisplayable
            }
    }
}

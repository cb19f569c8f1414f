import KeyfobBackport
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobFlows
import KeyfobJOSE
import KeyfobOAuth

/// The request for which a scripted broker signs a person in.
struct ScriptedSignIn: Sendable {
    var authority: Authority
    var clientID: String
    var redirectURI: String
    var scopes: ScopeSet = []
    var resource: String?
    var user = BrokerUser()
    var asking = BrokerPrompt()
    var claims: String?
    var capabilities: [String] = []
    var keyID: String?

    init(authority: Authority, clientID: String, redirectURI: String) {
        self.authority = authority
        self.clientID = clientID
        self.redirectURI = redirectURI
    }

    init(_ request: SingleSignOnTokenRequest) {
        self.init(authority: request.authority, clientID: request.clientID, redirectURI: request.redirectURI)
        scopes = request.scopes
        resource = request.resource
        user = request.user
        asking = request.asking
        claims = request.claims
        capabilities = request.capabilities
        keyID = request.binding?.keyID
    }

    var wireClaims: String? {
        ClaimsRequest.wireValue(request: claims.flatMap { try? ClaimsRequest($0) }, capabilities: capabilities)
    }

    var binding: TokenBinding? { keyID.map { TokenBinding(keyID: $0) } }

    func codeFlow() throws(AuthError) -> CodeFlowParameters {
        var parameters = CodeFlowParameters(
            clientID: clientID, authority: authority, redirectURI: try RedirectURI(redirectURI), scopes: scopes)
        parameters.extraScopesToConsent = asking.extraScopesToConsent
        parameters.prompt = asking.prompt.map { Prompt(rawValue: $0) }
        parameters.loginHint = user.username ?? user.loginHint
        parameters.isInstanceAware = asking.isInstanceAware || resource != nil
        parameters.claims = wireClaims
        parameters.binding = binding
        parameters.extraParameters = FormParameters(asking.extraParameters.sorted { $0.key < $1.key })
        parameters.resource = resource
        if resource != nil { parameters.dialect = .v1 }
        return parameters
    }
}

extension ScriptedBroker {
    /// Signs the person in and returns a response.
    func signIn(_ wish: ScriptedSignIn, dialect: KeyfobBrokerProtocol.BrokerDialect) async -> BrokerResponse {
        do throws(AuthError) {
            let flow = try await flows.authorizationCode(try wish.codeFlow())
            return BrokerResponse(.success(remember(flow, wish)))
        } catch {
            return BrokerResponse(.failure(BrokerResponseError(error, dialect: dialect)))
        }
    }

    /// Gets tokens without the person: by the refresh token of the client, else by the browser's cookies.
    func refresh(_ wish: ScriptedSignIn) async -> BrokerResponse {
        let known = state.withLock { state in
            state.accounts.first { known in
                known.clientID == wish.clientID
                    && (wish.user.homeAccountID.map { $0 == known.account.homeAccountID }
                        ?? (wish.user.username == known.account.username))
            }
        }
        do throws(AuthError) {
            if let known, let token = known.refreshToken {
                var parameters = RefreshFlowParameters(
                    clientID: wish.clientID, authority: wish.authority, refreshToken: token,
                    environment: known.environment, scopes: wish.scopes, claims: wish.wireClaims)
                parameters.binding = wish.binding
                return BrokerResponse(.success(remember(try await flows.refresh(parameters), wish)))
            }
            var parameters = try wish.codeFlow()
            parameters.prompt = Prompt(rawValue: "none")
            return BrokerResponse(.success(remember(try await flows.authorizationCode(parameters), wish)))
        } catch {
            return BrokerResponse(.failure(BrokerResponseError(error.silent, dialect: .msal)))
        }
    }

    private func remember(_ flow: FlowResult, _ wish: ScriptedSignIn) -> BrokerTokens {
        let tokens = BrokerTokens(flow, wish)
        if let identifier = tokens.homeAccountID {
            let name = flow.idToken?.preferredUsername ?? flow.idToken?.userPrincipalName
            let account = BrokerAccount(
                homeAccountID: identifier, username: name, environment: flow.storedEnvironment,
                realm: flow.idToken?.tenantID, localAccountID: flow.idToken?.objectID)
            state.withLock { state in
                state.accounts.removeAll {
                    $0.clientID == wish.clientID && $0.account.homeAccountID == identifier
                        && $0.account.realm == account.realm
                }
                state.accounts.append(
                    Known(
                        clientID: wish.clientID, account: account, refreshToken: flow.response.refreshToken,
                        environment: flow.storedEnvironment))
            }
        }
        return tokens
    }
}

extension BrokerTokens {
    fileprivate init(_ flow: FlowResult, _ wish: ScriptedSignIn) {
        self.init()
        let now = flow.receivedAt.unixSeconds
        let response = flow.response
        accessToken = response.accessToken
        tokenType = response.tokenType
        refreshToken = response.refreshToken
        idToken = response.idToken
        clientInfo = response.clientInfo
        homeAccountID = response.clientInfo?.homeAccountID
        let tenant = flow.idToken?.tenantID
        authority = tenant.map { flow.authority.with(tenant: $0) } ?? flow.authority
        clientID = wish.clientID
        redirectURI = wish.redirectURI
        scopes = response.scopes
        resource = wish.resource
        expiresOn = response.expiry(now: now)
        extendedExpiresOn = response.extendedExpiresIn.map { now &+ $0 }
        refreshOn = response.refreshIn.map { now &+ $0 }
        familyID = response.familyID
        userID = wish.resource == nil ? nil : flow.idToken?.userPrincipalName
        isTenantVerified = wish.resource != nil
    }
}

extension BrokerResponseError {
    /// The failure that a broker returns for an error.
    fileprivate init(_ error: AuthError, dialect: KeyfobBrokerProtocol.BrokerDialect) {
        let isMSAL = dialect == .msal
        let code: Int
        switch error.code {
        case .userCanceled, .canceled: code = isMSAL ? -50005 : 403
        case .interactionRequired: code = isMSAL ? -50002 : 200
        case .serverDeclinedScopes: code = isMSAL ? -50003 : 202
        case .protectionPoliciesRequired: code = isMSAL ? -50004 : 213
        case .network: code = -1009
        default: code = isMSAL ? -50000 : 202
        }
        self.init(
            domain: error.code == .network ? Self.networkDomain : isMSAL ? Self.msalDomain : Self.adalDomain,
            code: code, oauthError: error.server?.error, suberror: error.server?.suberror,
            text: error.server?.description ?? error.message)
        claims = error.server?.claimsChallenge
        status = error.server?.status
        grantedScopes = error.grantedScopes
        declinedScopes = error.declinedScopes
    }
}

extension AuthError {
    /// The error of a silent call: interaction required, except for the network and throttling.
    fileprivate var silent: AuthError {
        guard code != .network, code != .throttled else { return self }
        var copy = self
        copy.code = .interactionRequired
        return copy
    }
}

import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// Gets tokens silently: a cached one that is still valid, else by the account's primary refresh token, else by the
/// app's own refresh token.
struct SilentTokens: Sendable {
    /// How long a call waits for another that gets the same account's tokens, in seconds: the HTTP timeout plus 5.
    private static let patience = 35.0

    let core: BrokerCore

    /// Gets tokens.
    ///
    /// - Throws: ``AuthError``: `interactionRequired` if the user has to be asked, `configuration` if the administrator
    ///   forbids it, and the provider's errors.
    func tokens(for order: TokenOrder) async throws(AuthError) -> TokenAnswer {
        let state = core.vault.state
        guard let account = account(for: order, in: state) else {
            throw .noSuchAccount
        }
        try check(order, account, state)
        if let answer = try stored(order, account) { return answer }
        let key = RefreshLockKey(
            environment: account.environment, homeAccountID: account.homeAccountID, clientOrFamily: order.clientID)
        return try await core.environment.lock.withLock(key, timeoutSeconds: Self.patience) {
            () async throws(AuthError) -> TokenAnswer in
            // The previous holder of the lock may have got them.
            if let answer = try stored(order, account) { return answer }
            return try await fetched(order, account)
        }
    }

    /// Returns the account that an order names, or the only one if it names none.
    func account(for order: TokenOrder, in state: BrokerState) -> HeldAccount? {
        let environment = core.environmentName(order.authority.environment)
        let candidates = state.accounts.filter { $0.environment == environment && $0.fits(order.authority) }
        let isNamed = order.user.homeAccountID?.isEmpty == false || order.user.username?.isEmpty == false
        guard isNamed else { return candidates.count == 1 ? candidates.first : nil }
        return candidates.first {
            $0.isNamed(
                identifier: order.user.homeAccountID, username: order.user.username, kind: order.user.kind)
        }
    }

    private func check(_ order: TokenOrder, _ account: HeldAccount, _ state: BrokerState) throws(AuthError) {
        try core.check(order, account)
        // The organization may have removed the registered device.
        guard !core.wantsRegistration(order, account) else { throw .registrationNeeded }
        // An app that is not verified gets nothing silently before the user has let it.
        guard order.isLet(to: account, in: state) else { throw .notLetYet }
    }

    /// Returns a token that the broker got for this very app before and that is still valid.
    func stored(_ order: TokenOrder, _ account: HeldAccount) throws(AuthError) -> TokenAnswer? {
        guard !order.skipsCache, !order.hasClaimsChallenge, order.binding == nil, order.enrollmentID(account) == nil,
            let partition = try core.store.partition(homeAccountID: account.homeAccountID)
        else { return nil }
        let authority = order.authority
        let query = AccessTokenQuery(
            environment: account.environment,
            realm: authority.isMultiTenant || authority.kind != .aad ? account.tenantID : realm(of: order, partition),
            clientID: order.clientID, app: order.app.owner, scopes: order.storedScopes, now: core.now,
            buffer: core.configuration.expiryBuffer, aliases: aliases(account, authority))
        guard let cached = try CredentialRules.accessToken(in: partition, query), cached.isAppSignedIn,
            cached.validity == .valid
        else { return nil }
        return TokenAnswer(cached, authority: authority)
    }

    /// Returns every host under which an account's tokens may be stored.
    private func aliases(_ account: HeldAccount, _ authority: Authority) -> [String] {
        [account.environment, authority.environment] + core.driver.cloud(of: account.environment).aliases
    }

    /// Returns the tenant of an authority: its id, or that of the account's tenant if the authority names it by a
    /// domain.
    private func realm(of order: TokenOrder, _ partition: AccountPartition) -> String {
        let tenant = order.authority.tenant
        return partition.accounts.first { $0.realm.lowercased() == tenant }?.realm
            ?? partition.accounts.first { $0.username.lowercased().hasSuffix("@\(tenant)") }?.realm ?? tenant
    }

    /// Requests tokens from the provider, and stores its response.
    func fetched(_ order: TokenOrder, _ account: HeldAccount) async throws(AuthError) -> TokenAnswer {
        let flow: FlowResult
        if let token = core.vault.state.primaryToken(of: account), token.expiresAt > core.now {
            flow = try await PrimaryTokens(core: core).use(token, for: order, account: account)
        } else if account.kind == .work, core.configuration.registration == .atSignIn {
            // An app's own refresh token proves neither the device nor the caller.
            throw .signInNeeded
        } else {
            flow = try await refreshed(order, account)
        }
        let answer = try TokenAnswer(flow, expected: account)
        guard answer.homeAccountID == account.homeAccountID else { throw .otherAccount }
        try await core.keep(flow, for: order, account: account)
        return answer
    }

    private func refreshed(_ order: TokenOrder, _ account: HeldAccount) async throws(AuthError) -> FlowResult {
        guard let partition = try core.store.partition(homeAccountID: account.homeAccountID),
            let entity = CredentialRules.refreshToken(
                in: partition, clientID: order.clientID, app: order.app.owner, environment: account.environment,
                aliases: [order.authority.environment]),
            // A token that the client got on behalf of another app must not serve an app that is not signed in.
            partition.signInStates.contains(where: {
                $0.app == order.app.owner && $0.clientID.lowercased() == order.clientID.lowercased()
                    && $0.state == .signedIn
            })
        else { throw .signInNeeded }
        let secret = try entity.secret
        var parameters = RefreshFlowParameters(
            clientID: order.clientID, authority: order.authority, refreshToken: secret,
            environment: entity.environment, scopes: order.scopes, claims: order.claims,
            correlationID: order.correlationID)
        parameters.dialect = order.dialect
        parameters.resource = order.resource
        parameters.binding = order.binding?.keyID.map(TokenBinding.init(keyID:))
        if let enrollment = order.enrollmentID(account) {
            parameters.tokenQuery.set("microsoft_enrollment_id", enrollment)
        }
        do throws(AuthError) {
            return try await exchanged(parameters, order, account)
        } catch {
            if error.isAboutToken {
                try await core.store.write { transaction throws(AuthError) in
                    try CredentialRules.dropRefreshToken(
                        matching: secret, homeAccountID: account.homeAccountID, in: transaction)
                }
            }
            throw error
        }
    }

    /// Redeems a refresh token. An app that cancels does not end this: the provider may already have rotated the token.
    private func exchanged(
        _ parameters: RefreshFlowParameters, _ order: TokenOrder, _ account: HeldAccount
    ) async throws(AuthError) -> FlowResult {
        let exchange = Task { () async -> Result<FlowResult, AuthError> in
            do throws(AuthError) {
                return .success(
                    try await core.driver.refresh(parameters) { await keep($0, of: parameters, order, account) })
            } catch {
                return .failure(error)
            }
        }
        return try await exchange.value.get()
    }

    /// Replaces the spent refresh token by its successor before the rest of the response is validated. If that fails,
    /// so does storing the rest.
    private func keep(
        _ successor: RefreshTokenSuccessor, of parameters: RefreshFlowParameters, _ order: TokenOrder,
        _ account: HeldAccount
    ) async {
        _ = try? await core.store.write { transaction throws(AuthError) in
            try CredentialRules.replaceRefreshToken(
                parameters.refreshToken, by: successor.refreshToken, familyID: successor.familyID,
                clientID: order.clientID, homeAccountID: account.homeAccountID, in: transaction)
        }
    }
}

extension HeldAccount {
    /// Returns whether an account can have tokens of an authority.
    func fits(_ authority: Authority) -> Bool {
        switch authority.kind {
        case .aad:
            kind == .personal ? authority.audience != .organizations : kind == .work && authority.audience != .personal
        case .b2c: kind == .b2c && homeAccountID.contains(authority.policy ?? "")
        case .ciam, .adfs, .openID: kind == .other
        }
    }
}

extension TokenOrder {
    /// Returns whether this app may use an account without the user being asked.
    ///
    /// Over a URL whose sender the device does not report, the bundle id is only the redirect URI's: an app that
    /// catches the responses to it would get what the user let another app have. The application token that the broker
    /// issued with its last response, which only the holder of the app's key could read, proves that it is the same
    /// app. It counts for the accounts that were selected or confirmed with that key, since any app can get a response
    /// about another one.
    func isLet(to account: HeldAccount, in state: BrokerState) -> Bool {
        guard !app.isVerified else { return true }
        guard channel == .url else { return state.hasConsent(self, account) }
        return isKnownApp && state.consents.contains(consent(to: account))
    }
}

extension BrokerState {
    func hasConsent(_ order: TokenOrder, _ account: HeldAccount) -> Bool {
        let wanted = order.consent(to: account)
        return consents.contains {
            $0.app == wanted.app && $0.clientID == wanted.clientID && $0.isAbout(account)
        }
    }
}

extension AuthError {
    /// Whether the provider reports the credential as invalid: not only as too old for the policy of this request
    /// (AADSTS70043, or with a challenge), since it may still serve other requests.
    var isAboutToken: Bool {
        guard let server else { return false }
        return server.suberror == "bad_token"
            || server.suberror == "token_expired" && server.claimsChallenge == nil && !server.codes.contains(70043)
    }

    static var noSuchAccount: AuthError {
        AuthError(
            .interactionRequired, origin: .broker, message: "The broker has no such account.",
            remedy: "Call acquireToken, which lets the person sign in at the broker.")
    }

    static var signInNeeded: AuthError {
        AuthError(
            .interactionRequired, origin: .broker,
            message: "The broker has no credential that gets tokens for this app silently.",
            remedy: "Call acquireToken, which lets the person sign in at the broker.")
    }

    static var registrationNeeded: AuthError {
        AuthError(
            .interactionRequired, origin: .broker,
            message: "The organization requires the device to be registered before this app gets tokens.",
            remedy: "Call acquireToken: the sign-in registers it.")
    }

    static var notLetYet: AuthError {
        AuthError(
            .interactionRequired, origin: .broker,
            message: "The device does not report which app asks, and the user has not let this one use the account.",
            remedy: "Call acquireToken, which asks the person.")
    }

    static var otherAccount: AuthError {
        AuthError(
            .accountMismatch, origin: .broker,
            message: "Another account signed in than the one that the app asked for; its tokens were discarded.",
            remedy: "Sign in with the account that was asked for, or ask for no account.")
    }
}

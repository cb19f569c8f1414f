import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// What the credential store has for this client and app.
struct ClientStore: ClientPart {
    let context: ClientContext

    func signInKey(_ homeAccountID: String) -> SignInKey {
        SignInKey(
            homeAccountID: homeAccountID, clientID: configuration.clientID, app: configuration.appIdentifier)
    }

    /// The store's entities for an account; nil if there are none.
    ///
    /// - Throws: `interactionRequired` if the account is signed out of this app.
    func storedPartition(of homeAccountID: String) throws(AuthError) -> AccountPartition? {
        guard !homeAccountID.isEmpty, let partition = try environment.store.partition(homeAccountID: homeAccountID)
        else { return nil }
        guard !signInKey(homeAccountID).isSignedOut(in: partition) else {
            throw .interactionRequired("The account was removed in this app.")
        }
        return partition
    }

    /// The stored access token that matches a request, whatever its validity.
    func cachedToken(
        for scopes: ScopeSet, at authority: Authority, in partition: AccountPartition, now: Date, keyID: String? = nil
    ) throws(AuthError) -> CachedAccessToken? {
        let cloud = flows.cloud(of: authority.environment)
        var query = AccessTokenQuery(
            environment: cloud.preferredCache, realm: authority.tenant,
            clientID: configuration.clientID, app: configuration.appIdentifier, scopes: scopes,
            now: now.unixSeconds, buffer: configuration.bufferSeconds,
            tokenType: keyID == nil ? "Bearer" : TokenBinding.tokenType, keyID: keyID, aliases: cloud.aliases)
        query.impliesEmail = authority.kind != .openID
        return try CredentialRules.accessToken(in: partition, query)
    }

    /// The stored refresh tokens that this app may redeem at an authority, in the order in which they are tried.
    ///
    /// - Throws: `interactionRequired` if the account is signed out of this app.
    func storedRefreshTokens(
        of homeAccountID: String, at authority: Authority
    ) throws(AuthError) -> [RefreshTokenEntity] {
        guard let partition = try storedPartition(of: homeAccountID) else { return [] }
        return CredentialRules.refreshTokens(
            in: partition, clientID: configuration.clientID, app: configuration.appIdentifier,
            environment: authority.environment, metadata: try appMetadata(at: authority),
            aliases: flows.cloud(of: authority.environment).aliases)
    }

    func appMetadata(at authority: Authority) throws(AuthError) -> AppMetadataEntity? {
        try environment.store.appMetadata(
            clientID: configuration.clientID,
            environment: flows.cloud(of: authority.environment).preferredCache)
    }

    /// Records that this app uses the account, the first time it gets a token that another app has stored. A removal in
    /// another app then leaves the credentials for this app.
    func markSignedIn(_ homeAccountID: String) async {
        let key = signInKey(homeAccountID)
        do throws(AuthError) {
            try await environment.store.write { transaction throws(AuthError) in
                guard let partition = try transaction.partition(homeAccountID: key.homeAccountID),
                    !key.isSignedOut(in: partition)
                else { return }
                try CredentialRules.markSignedIn(
                    homeAccountID: key.homeAccountID, clientID: key.clientID, app: key.app, in: transaction)
            }
        } catch {
            log(.info, "The use of the account by this app could not be recorded: \(euii: error.message)")
        }
    }

    /// Stores the domain by which the app named a tenant.
    func rememberName(_ requested: Authority, of realm: String, homeAccountID: String) async {
        do throws(AuthError) {
            try await environment.store.write { transaction throws(AuthError) in
                try TenantNames.remember(requested, realm: realm, homeAccountID: homeAccountID, in: transaction)
            }
        } catch {
            log(.info, "The tenant's name could not be recorded: \(euii: error.message)")
        }
    }

    /// The accounts that were removed in this app.
    var hiddenAccounts: [AccountSummary] {
        get throws(AuthError) {
            try CredentialRules.hiddenAccounts(
                in: environment.store, clientID: configuration.clientID, app: configuration.appIdentifier)
        }
    }

    /// The prompt. For an account that was removed in this app it is `login`, so that the removal has an effect, unless
    /// the app requests the consent page.
    func prompt(_ parameters: InteractiveParameters) throws(AuthError) -> InteractivePrompt? {
        guard let account = parameters.account, parameters.prompt != .consent,
            let partition = try environment.store.partition(homeAccountID: account.identifier),
            signInKey(account.identifier).isSignedOut(in: partition)
        else { return parameters.prompt }
        return .login
    }
}

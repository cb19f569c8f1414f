#if Server
package import KeyfobClient
package import KeyfobCore

/// What a command needs to get a token without the user.
package struct TokenRequest: Sendable {
    /// The token that is wanted.
    package enum Kind: String, Sendable {
        /// The access token, for the API of the scopes.
        case accessToken = "access token"
        /// The id token, which states who signed in.
        case idToken = "id token"
    }

    /// The client.
    package let client: ChosenClient
    /// The client for the SDK.
    package let configuration: ClientConfiguration
    /// The scopes.
    package let scopes: ScopeSet
    /// The options of the store.
    package let store: StoreOptions
    /// The certification authorities, if a request is sent.
    package let trust: TrustOptions
    /// What is shown of the work.
    package let log: DiagnosticLog
    /// Whether a request is sent although a valid token is stored.
    package var forceRefresh = false
    /// The token that is wanted.
    package var kind = Kind.accessToken

    /// Makes a request for a client.
    ///
    /// - Throws: `AuthError` with code `wrongUse` if there is no client id or no scope, `configuration` if a value is
    ///   malformed.
    package init(
        _ client: ChosenClient, store: StoreOptions, trust: TrustOptions, log: DiagnosticLog
    ) throws(AuthError) {
        self.client = client
        self.log = log
        self.store = store
        self.trust = trust
        scopes = try client.scopes()
        configuration = try client.configuration(group: store.group())
    }

    /// The account that is named, or the only one of the provider.
    ///
    /// - Throws: `AuthError` with code `interactionRequired` if there is none, `ambiguousAccount` if several match.
    package func account(in application: PublicClientApplication) throws(AuthError) -> Account {
        var accounts: [Account] = []
        for account in try application.accounts() {
            // A list has no claims. One host may have several issuers, and the issuer is a claim.
            let whole = configuration.authority.issuer == nil ? nil : try application.account(for: account.identifier)
            accounts.append(whole ?? account)
        }
        return try AccountChoice.pick(client.settings.account, among: accounts, at: configuration.authority)
    }
}
#endif

#if Server
package import ArgumentParser
package import KeyfobClient
package import KeyfobCore

/// The options of `keyfob explain`, which both `keyfob` and `keyfob-signin` parse: the one passes them to the other.
package struct ExplainOptions: ParsableArguments {
    /// `--account`
    @Option(help: "The account: its user name or its identifier. Needed only if several are signed in.")
    package var account: String?

    /// `--scope`
    @Option(name: .customLong("scope"), help: "A scope of the API. Repeat it, or separate several with spaces.")
    package var scope: [String]

    /// `--client-id`
    @Option(
        name: .customLong("client-id"),
        help: ArgumentHelp(
            "The application (client) id.", discussion: "Needed only if the account is signed in for several."))
    package var clientID: String?

    /// `--authority`
    @Option(
        help: ArgumentHelp(
            "The authority: https://HOST/TENANT.", discussion: "Default: the account's own.", valueName: "url"))
    package var authority: String?

    /// `--issuer`
    @Option(
        help: ArgumentHelp(
            "The issuer of an OpenID provider, as its metadata has it, instead of --authority.", valueName: "url"))
    package var issuer: String?

    /// `--force-refresh`
    @Flag(name: .customLong("force-refresh"), help: "Explain a call with forceRefresh.")
    package var forceRefresh = false

    /// `--claims`
    @Option(help: ArgumentHelp("Explain a call with these claims: JSON, or its base64.", valueName: "claims"))
    package var claims: String?

    /// `--network`
    @Flag(name: .customLong("network"), help: "Make the call, and explain the server's response too.")
    package var network = false

    /// `--ca-file`
    @OptionGroup package var trust: TrustOptions

    /// The store, and the form of the output.
    @OptionGroup package var store: StoreOptions

    /// Makes options for the parser to fill.
    package init() {}

    /// Rejects obvious mistakes.
    package func validate() throws {
        guard !scopes.isEmpty else { throw ValidationError("Missing a scope: --scope <scope>") }
        guard clientID?.isEmpty != true else { throw ValidationError("The client id is empty.") }
        try AuthorityChoice.check(authority: authority, issuer: issuer)
    }

    /// The scopes of all options together.
    package var scopes: ScopeSet {
        ScopeSet(scope.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) })
    }

    /// The account and the client whose call is explained.
    ///
    /// - Throws: `AuthError` with code `interactionRequired` if no signed-in account matches, `ambiguousAccount` if
    ///   several accounts or clients do.
    package func subject(in store: ToolStore) throws(AuthError) -> (account: Account, clientID: String) {
        let signedIn = try SignedInAccount.all(in: store.credentials, clientID: clientID)
        let matching = signedIn.filter { entry in
            account.map { !AccountChoice.find($0, among: [entry.account]).isEmpty } ?? true
        }
        guard let chosen = matching.first else {
            throw AuthError(
                .interactionRequired, origin: .store,
                message: "\(account ?? "No user") is \(account == nil ? "" : "not ")signed in.")
        }
        guard matching.count == 1 else {
            throw AccountChoice.ambiguous(matching.map(\.account), named: account != nil)
        }
        guard let client = chosen.clientIDs.first, chosen.clientIDs.count == 1 else {
            throw AuthError(
                .ambiguousAccount, origin: .app,
                message: "The account is signed in for several clients: \(chosen.clientIDs.joined(separator: ", ")).",
                remedy: "Name one with --client-id.")
        }
        return (chosen.account, client)
    }

    /// The client configuration for the SDK.
    ///
    /// - Throws: `AuthError` with code `configuration` if an option's value is malformed.
    package func configuration(of account: Account, clientID: String) throws(AuthError) -> ClientConfiguration {
        let parsed: Authority
        if let chosen = try AuthorityChoice.authority(authority, issuer: issuer) {
            parsed = chosen
        } else {
            parsed = Authority(
                environment: Cloud.containing(account.environment).preferredNetwork,
                tenant: account.homeTenant ?? "common")
        }
        return try ClientConfiguration(
            clientID: clientID, authority: parsed, accessGroup: store.group(), appIdentifier: ToolIdentity.appIdentifier
        )
    }

    /// The parameters of the call.
    ///
    /// - Throws: `AuthError` with code `configuration` if the claims are malformed.
    package func parameters(_ account: Account) throws(AuthError) -> SilentParameters {
        var wanted: ClaimsRequest?
        if let claims { wanted = try ClaimsRequest(challenge: claims) }
        return SilentParameters(scopes: scopes, account: account, forceRefresh: forceRefresh, claims: wanted)
    }
}
#endif

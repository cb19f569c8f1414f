#if Server
package import ArgumentParser
import Foundation
package import KeyfobClient
package import KeyfobCore

/// The options of `keyfob explain`, which both `keyfob` and `keyfob-signin` parse: the one passes them to the other.
package struct ExplainOptions: ParsableArguments {
    /// The profile.
    @Argument(
        help: ArgumentHelp(
            "The profile whose settings are used; flags take precedence.",
            discussion: "Default: KEYFOB_PROFILE, or the default profile, unless --client-id is given.",
            valueName: "profile"), completion: .profiles)
    package var profile: String?

    /// `--account`
    @Option(help: "The account: its user name or its identifier. Needed only if several are signed in.")
    package var account: String?

    /// `--scope`
    @Option(name: .customLong("scope"), help: "A scope of the API. Repeat it, or separate several with spaces.")
    package var scope: [String] = []

    /// `--client-id`
    @Option(
        name: .customLong("client-id"),
        help: ArgumentHelp(
            "The application (client) id.", discussion: "Needed only if the account is signed in for several."))
    package var clientID: String?

    /// `--issuer`
    @Option(
        help: ArgumentHelp(
            "The issuer of an OpenID provider, in place of an authority.",
            discussion: "As its metadata has it, for example https://accounts.google.com.", valueName: "url"))
    package var issuer: String?

    /// `--authority`
    @Option(
        help: ArgumentHelp(
            "The authority: https://HOST/TENANT.", discussion: "Default: the account's own.", valueName: "url"))
    package var authority: String?

    /// `--force-refresh`
    @Flag(name: .customLong("force-refresh"), help: "Explain a call with forceRefresh.")
    package var forceRefresh = false

    /// `--claims`
    @Option(help: ArgumentHelp("Explain a call with these claims: JSON, or its base64.", valueName: "claims"))
    package var claims: String?

    /// `--network`
    @Flag(name: .customLong("network"), help: "Make the call, and explain the server's response too.")
    package var network = false

    /// `--verbose` and `--trace`
    @OptionGroup package var diagnostics: DiagnosticOptions

    /// `--ca-file`
    @OptionGroup package var trust: TrustOptions

    /// The store, and the form of the output.
    @OptionGroup package var store: StoreOptions

    /// Makes options for the parser to fill.
    package init() {}

    /// Rejects obvious mistakes.
    package func validate() throws {
        guard scope.isEmpty || !settings.scopeSet.isEmpty else {
            throw ValidationError("Missing a scope: --scope <scope>")
        }
        guard clientID?.isEmpty != true else { throw ValidationError("The client id is empty.") }
        guard issuer == nil || authority == nil else {
            throw ValidationError("--authority and --issuer name two providers; pass one of them.")
        }
    }

    private var settings: ClientSettings {
        var settings = ClientSettings()
        settings.clientID = clientID
        settings.location = issuer.map { .issuer($0) } ?? authority.map { .authority($0) }
        settings.scopes = scope
        settings.account = account
        return settings
    }

    /// The call that the options describe.
    ///
    /// - Throws: `AuthError` with code `wrongUse` if there is no scope or no such profile, `configuration` if a value is
    ///   malformed, `interactionRequired` if no signed-in account matches, `ambiguousAccount` if several accounts or
    ///   clients do.
    package func call(in store: ToolStore) throws(AuthError) -> ExplainedCall {
        let client = try ChosenClient(settings, profile: profile, environment: ProcessInfo.processInfo.environment)
        let scopes = try client.scopes()
        let (account, clientID) = try subject(client.settings, in: store)
        var wanted: ClaimsRequest?
        if let claims { wanted = try ClaimsRequest(challenge: claims) }
        return ExplainedCall(
            client: client, configuration: try configuration(client.settings, of: account, clientID: clientID),
            parameters: SilentParameters(scopes: scopes, account: account, forceRefresh: forceRefresh, claims: wanted))
    }

    private func subject(
        _ settings: ClientSettings, in store: ToolStore
    ) throws(AuthError) -> (account: Account, clientID: String) {
        let account = settings.account
        let authority = try settings.location?.authority()
        let signedIn = try SignedInAccount.all(
            in: store.credentials, clientID: settings.clientID, withClaims: authority?.issuer != nil)
        let matching = signedIn.filter { entry in
            !AccountChoice.matching(account, among: [entry.account], at: authority).isEmpty
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
        // The issuer of an account is a claim.
        return (try SignedInAccount.whole(chosen.account, clientID: client, in: store.credentials), client)
    }

    private func configuration(
        _ settings: ClientSettings, of account: Account, clientID: String
    ) throws(AuthError) -> ClientConfiguration {
        let parsed: Authority
        if let location = settings.location {
            parsed = try location.authority()
        } else {
            parsed = try account.ownAuthority()
        }
        return try ClientConfiguration(
            clientID: clientID, authority: parsed, accessGroup: store.group(), appIdentifier: ToolIdentity.appIdentifier
        )
    }
}

/// The silent call that `keyfob explain` is about.
package struct ExplainedCall: Sendable {
    /// The client.
    package let client: ChosenClient
    /// The client for the SDK.
    package let configuration: ClientConfiguration
    /// The account and the scopes.
    package let parameters: SilentParameters
}
#endif

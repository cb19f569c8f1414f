#if Server
package import ArgumentParser
package import KeyfobClient
package import KeyfobCore

/// The options for the client, the authority and the scopes.
package struct ClientOptions: ParsableArguments {
    /// `--client-id`
    @Option(name: .customLong("client-id"), help: "The registered application (client) id.")
    package var clientID: String

    /// `--authority`
    @Option(
        help: ArgumentHelp(
            "The authority: https://HOST/TENANT.", discussion: "Default: https://login.microsoftonline.com/common.",
            valueName: "url"))
    package var authority: String?

    /// `--issuer`
    @Option(
        help: ArgumentHelp(
            "The issuer of an OpenID provider, as its metadata has it, instead of --authority.", valueName: "url"))
    package var issuer: String?

    /// `--client-secret-file`
    @Option(
        name: .customLong("client-secret-file"),
        help: ArgumentHelp(
            "The file with the client secret, if an OpenID provider gave one to the registration.",
            discussion: "Default: the secret in KEYFOB_CLIENT_SECRET.", valueName: "file"))
    package var clientSecretFile: String?

    /// `--scope`
    @Option(
        name: .customLong("scope"),
        help: "A scope of the API that the token is for. Repeat it, or separate several with spaces.")
    package var scope: [String]

    /// Makes options for the parser to fill.
    package init() {}

    /// The scopes of all options together.
    package var scopes: ScopeSet {
        ScopeSet(scope.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) })
    }

    /// Rejects obvious mistakes.
    package func validate() throws {
        guard !scopes.isEmpty else { throw ValidationError("Missing a scope: --scope <scope>") }
        guard !clientID.isEmpty else { throw ValidationError("The client id is empty.") }
        try AuthorityChoice.check(authority: authority, issuer: issuer)
    }

    /// The client configuration for the SDK.
    ///
    /// - Throws: `AuthError` with code `configuration` if an option's value is malformed.
    package func configuration(
        store: StoreOptions, redirectURI: String? = nil
    ) throws(AuthError) -> ClientConfiguration {
        var parsedRedirect: RedirectURI?
        if let redirectURI { parsedRedirect = try RedirectURI(redirectURI) }
        let parsedAuthority = try AuthorityChoice.authority(authority, issuer: issuer)
        var configuration = try ClientConfiguration(
            clientID: clientID, redirectURI: parsedRedirect, authority: parsedAuthority,
            accessGroup: store.group(), appIdentifier: ToolIdentity.appIdentifier)
        configuration.clientSecret = try ClientSecretSource.secret(file: clientSecretFile)
        return configuration
    }
}
#endif

#if Server
package import ArgumentParser
import Foundation
package import KeyfobCore

/// The options for the client, the provider and the scopes.
package struct ClientOptions: ParsableArguments {
    /// The profile.
    @Argument(
        help: ArgumentHelp(
            "The profile whose settings are used; flags take precedence.",
            discussion: "Default: KEYFOB_PROFILE, or the default profile, unless --client-id is given.",
            valueName: "profile"), completion: .profiles)
    package var profile: String?

    /// `--client-id`
    @Option(name: .customLong("client-id"), help: "The registered application (client) id.")
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
            "The authority: https://HOST/TENANT.", discussion: "Default: https://login.microsoftonline.com/common.",
            valueName: "url"))
    package var authority: String?

    /// `--client-secret-file`
    @Option(
        name: .customLong("client-secret-file"),
        help: ArgumentHelp(
            "The file with the client secret, if an OpenID provider gave one to the registration.",
            discussion: "Default: the secret in KEYFOB_CLIENT_SECRET.", valueName: "file"),
        completion: .file())
    package var clientSecretFile: String?

    /// `--scope`
    @Option(
        name: .customLong("scope"),
        help: "A scope of the API that the token is for. Repeat it, or separate several with spaces.")
    package var scope: [String] = []

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

    /// The settings that the flags contain.
    package var settings: ClientSettings {
        var settings = ClientSettings()
        settings.clientID = clientID
        settings.location = issuer.map { .issuer($0) } ?? authority.map { .authority($0) }
        settings.secretFile = clientSecretFile
        settings.scopes = scope
        return settings
    }

    /// The client: these flags, then the environment, then the profile.
    ///
    /// - Parameter flags: the settings, if a command adds others to ``settings``.
    /// - Throws: `AuthError` with code `wrongUse` if there is no such profile, `configuration` if the configuration
    ///   file is wrong.
    package func chosen(_ flags: ClientSettings? = nil) throws(AuthError) -> ChosenClient {
        try ChosenClient(
            flags ?? settings, profile: profile, environment: ProcessInfo.processInfo.environment)
    }
}
#endif

#if Server
import ArgumentParser
import Foundation
import KeyfobCommandLine
import KeyfobCore

/// `keyfob config add`: adds a profile.
struct ConfigAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a profile.",
        discussion: "The other profiles and the comments in the file stay. No server is asked, and no user signs in.")

    @Argument(help: "The name: letters, digits, dots, hyphens and underscores.")
    var name: String

    @Option(
        help: ArgumentHelp(
            "A provider by its name: entra, google, gitlab or local.",
            discussion: "local is keyfob-idp at its default port.", valueName: "name"),
        completion: .list(KnownProvider.allCases.map(\.rawValue)))
    var provider: String?

    @Option(help: ArgumentHelp("The issuer of an OpenID provider.", valueName: "url"))
    var issuer: String?

    @Option(help: ArgumentHelp("The authority: https://HOST/TENANT.", valueName: "url"))
    var authority: String?

    @Option(name: .customLong("client-id"), help: "The registered application (client) id.")
    var clientID: String

    @Option(
        name: .customLong("client-secret-file"),
        help: ArgumentHelp(
            "A file with the client's secret, if the provider gives one to installed apps.",
            discussion: """
                It is in the folder of the configuration, and not readable for other users. The secret itself is never \
                in the profile.
                """,
            valueName: "file"), completion: .file())
    var secretFile: String?

    @Option(
        name: .customLong("scope"),
        help: "A scope of the API that tokens are for. Repeat it, or separate several with spaces.")
    var scope: [String] = []

    @Option(
        name: .customLong("redirect-uri"),
        help: ArgumentHelp("The registered loopback redirect URI.", valueName: "uri"))
    var redirectURI: String?

    @Option(
        name: .customLong("parameter"),
        help: ArgumentHelp("A further parameter of the authorization request.", valueName: "name=value"))
    var parameters: [NamedValue] = []

    @Option(help: "The account: its user name or its identifier.")
    var account: String?

    @Option(
        name: .customLong("host"),
        help: ArgumentHelp(
            "A host that may get tokens from \"keyfob credential\".", discussion: "Default: the provider's own."))
    var hosts: [String] = []

    @Option(
        help: ArgumentHelp(
            "The user name that git and Docker get with a token.", discussion: "Default: oauth2.", valueName: "name"))
    var username: String?

    @Flag(name: .customLong("default"), help: "Use the profile where none is named.")
    var isDefault = false

    @Flag(name: .customLong("json"), help: "Write one JSON document, including errors.")
    var asJSON = false

    func validate() throws {
        guard Profile.isName(name) else {
            throw ValidationError(
                "'\(Output.name(String(name.prefix(64))))' cannot be a name: use letters, digits, dots, hyphens and "
                    + "underscores.")
        }
        guard [provider, issuer, authority].compactMap({ $0 }).count == 1 else {
            throw ValidationError("Name the provider with one of --provider, --issuer and --authority.")
        }
        let names = KnownProvider.allCases.map(\.rawValue)
        if let provider, KnownProvider(rawValue: provider) == nil {
            throw ValidationError(
                "There is no provider '\(Output.name(String(provider.prefix(64))))'."
                    + Suggestion.question(about: provider, among: names)
                    + " Known are \(names.joined(separator: ", ")).")
        }
        for given in [clientID, redirectURI, account, username, secretFile] + hosts where given?.isEmpty == true {
            throw ValidationError("A value is empty.")
        }
        if let secret = parameters.first(where: { Profile.isSecret($0.name) }) {
            throw ValidationError("The parameter \(Output.name(secret.name)) is a secret. \(Profile.secretRemedy)")
        }
    }

    func run() throws {
        let profile = try profile()
        try ConfigurationChange.make { file throws(AuthError) in
            try file.adding(profile, asDefault: isDefault)
        }
        guard !asJSON else {
            return Output.json(["name": .string(name), "profile": profile.json, "default": .bool(isDefault)])
        }
        Output.line("Added the profile \(name). Sign in with: keyfob login \(name)")
    }

    private func profile() throws(AuthError) -> Profile {
        let known = provider.flatMap { KnownProvider(rawValue: $0) }
        var settings = ClientSettings()
        settings.clientID = clientID
        settings.location =
            known?.location ?? issuer.map { .issuer($0) } ?? authority.map { .authority($0) }
        // A malformed URL or redirect URI is reported now and not at the first sign-in.
        _ = try settings.location?.authority()
        if let redirectURI { _ = try RedirectURI(redirectURI) }
        settings.scopes = scope.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
        settings.redirectURI = redirectURI
        settings.secretFile = secretFile
        if let secretFile {
            let named = Profile(name: name, settings: settings)
            _ = try SecretFileOfProfile(secretFile, of: named, environment: ProcessInfo.processInfo.environment)
        }
        settings.parameters = NamedValue.dictionary(parameters)
        settings.account = account
        var profile = Profile(name: name, settings: settings, provider: known, hosts: hosts.map { $0.lowercased() })
        profile.username = username
        return profile
    }
}
#endif

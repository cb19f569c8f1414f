#if Server
import KeyfobCore
import KeyfobYAML

extension Profile {
    private static let keys = [
        "provider", "issuer", "authority", "client-id", "client-secret-file", "scopes", "redirect-uri", "account",
        "parameters", "hosts",
        "username",
    ]

    /// Reads one profile of the configuration file.
    ///
    /// - Throws: `AuthError` with code `configuration`, with the line of the first problem.
    init(_ member: SourceNode.Member) throws(AuthError) {
        let name = member.name
        guard Self.isName(name) else {
            throw .inFile(
                member.place, "'\(name.prefix(64))' cannot be the name of a profile.",
                remedy: "Use letters, digits, dots, hyphens and underscores.")
        }
        self.init(name: name, settings: ClientSettings())
        place = member.place
        for member in try member.node.objectMembers("The profile '\(name)'") { try read(member) }
    }

    private mutating func read(_ member: SourceNode.Member) throws(AuthError) {
        let node = member.node
        switch member.name {
        case "client-id": settings.clientID = try node.text("client-id")
        case "redirect-uri": settings.redirectURI = try node.text("redirect-uri")
        case "account": settings.account = try node.text("account")
        case "client-secret-file": settings.secretFile = try node.text("client-secret-file")
        case "username": username = try node.text("username")
        case "scopes": settings.scopes = try node.texts("scopes")
        case "hosts": hosts = try node.texts("hosts").map { $0.lowercased() }
        case "issuer": try locate(.issuer(try node.text("issuer")), member.place)
        case "authority": try locate(.authority(try node.text("authority")), member.place)
        case "provider":
            let name = try node.text("provider")
            let names = KnownProvider.allCases.map(\.rawValue)
            guard let known = KnownProvider(rawValue: name) else {
                throw .inFile(
                    node.place,
                    "There is no provider '\(name.prefix(64))'.\(Suggestion.question(about: name, among: names))",
                    remedy: "Known are \(names.joined(separator: ", ")); write the URL of another one as 'issuer'.")
            }
            try locate(known.location, member.place)
            provider = known
        case "parameters":
            for parameter in try node.objectMembers("'parameters'") {
                guard !Self.isSecret(parameter.name) else { throw Self.secret(parameter) }
                settings.parameters[parameter.name] = try parameter.node.anyText(parameter.name)
            }
        default:
            guard !Self.isSecret(member.name) else { throw Self.secret(member) }
            throw .inFile(
                member.place,
                "There is no setting '\(member.name.prefix(64))'."
                    + Suggestion.question(about: member.name, among: Self.keys),
                remedy: "A profile has \(Self.keys.joined(separator: ", ")).")
        }
    }

    private mutating func locate(_ location: ClientSettings.Location, _ place: SourcePlace) throws(AuthError) {
        guard settings.location == nil else {
            throw .inFile(
                place, "The profile names its provider twice.",
                remedy: "Keep one of 'provider', 'issuer' and 'authority'.")
        }
        settings.location = location
        do {
            _ = try location.authority()
        } catch {
            throw .inFile(place, error.message, remedy: error.remedy)
        }
    }

    /// Whether a setting or parameter of that name would be a secret.
    package static func isSecret(_ name: String) -> Bool {
        let name = name.lowercased().replacing("_", with: "-")
        return name.contains("secret") || name.contains("password") || name.contains("private-key")
            || name.hasSuffix("assertion") || name.hasSuffix("token")
    }

    /// What to do with a secret that is not allowed in the file.
    package static let secretRemedy =
        "Remove it. A client's secret belongs in a file that only you can read, which 'client-secret-file' names, or in "
        + "the environment variable KEYFOB_CLIENT_SECRET, for example from the desktop's keyring with secret-tool."

    private static func secret(_ member: SourceNode.Member) -> AuthError {
        .inFile(
            member.place,
            "'\(member.name.prefix(64))' is a secret, and this file is meant to be read and committed.",
            remedy: secretRemedy)
    }
}
#endif

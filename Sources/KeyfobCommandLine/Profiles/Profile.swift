#if Server
package import KeyfobCore
package import KeyfobYAML

/// The settings of a client under a name, so that a command needs no flags.
package struct Profile: Sendable, Hashable {
    /// The name.
    package var name: String
    /// The settings.
    package var settings: ClientSettings
    /// The known provider that is named in place of a URL.
    package var provider: KnownProvider?
    /// The hosts, with a port if it is not 443, that may get tokens from git's and Docker's credential helpers. Without
    /// any, only the provider's own host does.
    package var hosts: [String] = []
    /// The user name that git and Docker get with a token; nil for ``CredentialHosts/username``.
    package var username: String?
    /// Where the profile is in its file; nil for a built-in one.
    package var place: SourcePlace?

    /// Makes a profile.
    package init(name: String, settings: ClientSettings, provider: KnownProvider? = nil, hosts: [String] = []) {
        self.name = name
        self.settings = settings
        self.provider = provider
        self.hosts = hosts
    }

    /// The profile that a known provider is.
    package init(_ provider: KnownProvider) {
        var settings = ClientSettings()
        settings.location = provider.location
        self.init(name: provider.rawValue, settings: settings, provider: provider)
    }

    /// Whether two profiles say the same, wherever they are.
    package func saysTheSame(as other: Profile) -> Bool {
        var moved = other
        moved.place = place
        return self == moved
    }

    /// The members of the profile, as in the file.
    package var json: JSONValue {
        var members: [String: JSONValue] = [:]
        if let provider {
            members["provider"] = .string(provider.rawValue)
        } else if let location = settings.location {
            switch location {
            case .issuer(let url): members["issuer"] = .string(url)
            case .authority(let url): members["authority"] = .string(url)
            }
        }
        members["client-id"] = settings.clientID.map { .string($0) }
        if !settings.scopes.isEmpty { members["scopes"] = .strings(settings.scopes) }
        members["redirect-uri"] = settings.redirectURI.map { .string($0) }
        members["client-secret-file"] = settings.secretFile.map { .string($0) }
        members["account"] = settings.account.map { .string($0) }
        if !settings.parameters.isEmpty {
            members["parameters"] = .object(settings.parameters.mapValues { .string($0) })
        }
        if !hosts.isEmpty { members["hosts"] = .strings(hosts) }
        members["username"] = username.map { .string($0) }
        return .object(members)
    }

    /// The order in which the members are written.
    package static let order = MemberOrder(
        first: [
            "provider", "issuer", "authority", "client-id", "client-secret-file", "redirect-uri", "account", "scopes",
        ],
        last: ["parameters", "hosts", "username"])

    /// Whether a text can be the name of a profile: letters, digits, dots, hyphens and underscores, at most 64, and no
    /// hyphen or dot at the beginning.
    package static func isName(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, bytes.count <= 64, first != 0x2D, first != 0x2E else { return false }
        return bytes.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
            default: false
            }
        }
    }
}
#endif

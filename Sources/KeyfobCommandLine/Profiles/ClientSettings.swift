#if Server
package import KeyfobCore

/// The settings of a client, from one place: flags, the environment or a profile. A missing one is nil or empty.
package struct ClientSettings: Sendable, Hashable {
    /// The provider: its issuer or its authority.
    package enum Location: Sendable, Hashable {
        /// The issuer of an OpenID provider.
        case issuer(String)
        /// An authority, whose kind its URL tells.
        case authority(String)

        /// The URL as it was written.
        package var url: String {
            switch self {
            case .issuer(let url), .authority(let url): url
            }
        }

        /// The authority for the SDK.
        ///
        /// - Throws: `AuthError` with code `configuration` if the URL is malformed.
        package func authority() throws(AuthError) -> Authority {
            switch self {
            case .issuer(let url): try .openID(issuer: url)
            case .authority(let url): try Authority(url)
            }
        }
    }

    /// The application (client) id.
    package var clientID: String?
    /// The provider.
    package var location: Location?
    /// The scopes; an element may contain several, separated by white space.
    package var scopes: [String] = []
    /// The registered redirect URI.
    package var redirectURI: String?
    /// The account: its user name or its identifier.
    package var account: String?
    /// The file with the client's secret, at an OpenID provider that gives one to installed apps too.
    package var secretFile: String?
    /// Further parameters of the authorization request.
    package var parameters: [String: String] = [:]

    /// Makes settings without a value.
    package init() {}

    /// Returns these settings, and where one is missing that of another place. Parameters are merged by name.
    package func over(_ lower: ClientSettings) -> ClientSettings {
        var merged = self
        merged.clientID = clientID ?? lower.clientID
        merged.location = location ?? lower.location
        merged.scopes = scopes.isEmpty ? lower.scopes : scopes
        merged.redirectURI = redirectURI ?? lower.redirectURI
        merged.account = account ?? lower.account
        merged.secretFile = secretFile ?? lower.secretFile
        merged.parameters = parameters.merging(lower.parameters) { mine, _ in mine }
        return merged
    }

    /// The scopes of all elements together. The Microsoft identity platform is always asked for `openid`, `profile` and
    /// `offline_access`, which are left out if there are others; an OpenID provider gets them if they are named.
    package var scopeSet: ScopeSet {
        let all = ScopeSet(scopes.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) })
        if case .issuer = location { return all }
        let others = all.subtracting(.reserved)
        return others.isEmpty ? all : others
    }

    /// The settings in the environment variables `KEYFOB_CLIENT_ID`, `KEYFOB_ISSUER`, `KEYFOB_AUTHORITY`,
    /// `KEYFOB_SCOPE` and `KEYFOB_CLIENT_SECRET_FILE`. An empty variable is none.
    ///
    /// - Throws: `AuthError` with code `wrongUse` if both an issuer and an authority are set.
    package init(environment: [String: String]) throws(AuthError) {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        clientID = value("KEYFOB_CLIENT_ID")
        secretFile = value("KEYFOB_CLIENT_SECRET_FILE")
        scopes = value("KEYFOB_SCOPE").map { [$0] } ?? []
        let (issuer, authority) = (value("KEYFOB_ISSUER"), value("KEYFOB_AUTHORITY"))
        guard issuer == nil || authority == nil else {
            throw .wrongUse(
                "KEYFOB_ISSUER and KEYFOB_AUTHORITY are both set, and each names a provider.", remedy: "Unset one.")
        }
        location = issuer.map { .issuer($0) } ?? authority.map { .authority($0) }
    }
}
#endif

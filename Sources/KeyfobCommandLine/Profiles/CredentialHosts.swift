#if Server
package import KeyfobCore

/// The hosts that may get a client's tokens from a credential helper: those that the profile names, else only the
/// provider's own. A helper is often configured for every host, and a token for one must not reach another.
package struct CredentialHosts: Sendable {
    /// The user name that is given with a token, if the profile names none. GitLab requires it, others ignore it.
    package static let username = "oauth2"

    private let hosts: [String]

    /// The hosts of a client.
    ///
    /// - Throws: `AuthError` with code `configuration` if the provider's URL is malformed.
    package init(_ client: ChosenClient) throws(AuthError) {
        if let named = client.profile?.hosts, !named.isEmpty {
            hosts = named
        } else {
            hosts =
                try client.settings.location.map { location throws(AuthError) in
                    [try location.authority().environment]
                } ?? []
        }
    }

    /// Whether a host, with its port if it is not 443, may get a token.
    package func contain(_ host: String) -> Bool { hosts.contains(Self.plain(host)) }

    /// The host in lower case, without the port of https.
    package static func plain(_ host: String) -> String {
        let host = host.lowercased()
        return host.hasSuffix(":443") ? String(host.dropLast(4)) : host
    }
}
#endif

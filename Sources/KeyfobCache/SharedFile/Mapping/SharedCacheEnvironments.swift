import KeyfobCore

/// Converts hosts between a shared cache and Keyfob.
///
/// In Keyfob an environment is a cloud's preferred name, or a host with its port. In the file MSAL Python writes the
/// authority's host without a port, and other libraries another name of the cloud; every reader accepts any of them.
struct SharedCacheEnvironments: Sendable {
    /// The host and port of the authority that the store was opened for.
    private let own: (host: String, environment: String)?

    /// - Parameter authority: the environment of the authority in use. An entry with its host and no port is assumed to
    ///   have its port.
    init(authority: String?) {
        own = authority.map { (Self.split($0.lowercased()).host, $0.lowercased()) }
    }

    /// The environment of an entry; nil if it has none.
    func environment(of entry: SharedCacheEntry) -> String? {
        guard let written = entry.string(SharedCacheNames.environment)?.lowercased(), !written.isEmpty else {
            return nil
        }
        let host = Self.split(written).host
        if let issuer = entry.string(SharedCacheNames.host)?.lowercased(), Self.split(issuer).host == host {
            return Self.canonical(issuer)
        }
        let hasPort = Self.split(written).port != nil
        if let own, own.host == host, !hasPort, !Self.isKnown(host) { return Self.canonical(own.environment) }
        return Self.canonical(written)
    }

    /// The written form of an environment: the host, and the issuer with port if the host alone is ambiguous.
    func written(_ environment: String) -> (host: String, issuer: String?) {
        if Self.isKnown(environment) {
            let cloud = Cloud.containing(environment)
            guard let own, cloud.aliases.contains(own.environment) else { return (cloud.preferredNetwork, nil) }
            return (own.environment, nil)
        }
        let (host, port) = Self.split(environment)
        let isBare = !host.contains(":")
        return (host, (isBare ? host : "[\(host)]") + ":" + (port ?? "443"))
    }

    private static func isKnown(_ host: String) -> Bool { Cloud.known.contains { $0.aliases.contains(host) } }

    /// Keyfob's form of an environment: without the default port of https, with the cloud's preferred name.
    private static func canonical(_ text: String) -> String {
        let (host, port) = split(text)
        let name = host.contains(":") ? "[\(host)]" : host
        guard let port, port != "443" else { return Cloud.containing(name).preferredCache }
        return "\(name):\(port)"
    }

    /// Splits host and port; removes the brackets of an IPv6 address, as in MSAL Python.
    private static func split(_ text: String) -> (host: String, port: String?) {
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            let rest = text[text.index(after: end)...]
            return (
                String(text[text.index(after: text.startIndex)..<end]), rest.isEmpty ? nil : String(rest.dropFirst())
            )
        }
        guard let colon = text.firstIndex(of: ":"), text.lastIndex(of: ":") == colon else { return (text, nil) }
        return (String(text[..<colon]), String(text[text.index(after: colon)...]))
    }
}

/// What decides where a URL goes: its scheme and its host, in lower case (RFC 3986 sections 3.1 and 3.2.2).
///
/// Of a custom scheme the text between `://` and the next `/`, `?` or `#` counts as host, whatever characters it has.
struct URLTarget: Sendable, Hashable {
    /// The longest URL that the device opens, in bytes.
    static let longest = 1 << 17

    let scheme: String
    let host: String?

    init?(_ url: String) {
        guard url.utf8.count <= Self.longest, let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = url[..<colon].lowercased()
        guard let first = scheme.utf8.first, (0x61...0x7A).contains(first),
            scheme.utf8.allSatisfy({ byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2B || byte == 0x2D
                    || byte == 0x2E
            })
        else { return nil }
        self.scheme = scheme
        let rest = url[colon...].dropFirst()
        guard rest.hasPrefix("//") else {
            host = nil
            return
        }
        let authority = rest.dropFirst(2).prefix { !"/?#\\".contains($0) }
        let afterUser = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
        let name = afterUser.prefix { $0 != ":" }.lowercased()
        host = name.isEmpty ? nil : name
    }

    /// Whether it is a page of the web.
    var isWeb: Bool { scheme == "https" || scheme == "http" }

    /// Scheme and host: all that a trace keeps.
    var summary: String { host.map { "\(scheme)://\($0)" } ?? "\(scheme):" }
}

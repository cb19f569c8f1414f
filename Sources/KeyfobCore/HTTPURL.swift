/// An absolute `https` or `http` URL, parsed strictly (RFC 3986, RFC 9110 section 4.2).
///
/// Refuses everything that is a risk in an identity protocol: user information, fragments, control characters, spaces,
/// backslashes (which browsers read as slashes), quotes, angle brackets, malformed percent-escapes, empty hosts and
/// ports out of range. Scheme and host are kept in lower case.
public struct HTTPURL: Sendable, Hashable, CustomStringConvertible {
    /// `https` or `http`
    public let scheme: String
    /// The host without port; an IPv6 literal keeps its brackets.
    public let host: String
    /// The port; nil if there is none, or it is the default of the scheme.
    public let port: Int?
    /// The path as written, percent-escapes included; at least `/`.
    public var path: String
    /// The query after `?`, as written; nil if there is no `?`.
    public var query: String?

    /// Parses an absolute URL.
    ///
    /// - Returns: nil if the text is not an absolute `http` or `https` URL in the strict sense above.
    public init?(_ text: String) {
        // Only ASCII is allowed: each byte is a character.
        let bytes = Array(text.utf8)
        guard bytes.allSatisfy(Self.isAllowed), let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes[colon...].starts(with: "://".utf8),
            let scheme = ["https", "http"].first(where: { Self.lowercased(bytes[..<colon]).elementsEqual($0.utf8) })
        else { return nil }
        let rest = bytes[(colon + 3)...]
        let authorityEnd = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        guard let (host, port) = Self.split(rest[..<authorityEnd]) else { return nil }
        let mark = rest[authorityEnd...].firstIndex(of: UInt8(ascii: "?"))
        let path = String(decoding: rest[authorityEnd..<(mark ?? rest.endIndex)], as: UTF8.self)
        let query = mark.map { String(decoding: rest[($0 + 1)...], as: UTF8.self) }
        guard PercentEncoding.isWellFormed(path), PercentEncoding.isWellFormed(query ?? "") else { return nil }
        self.scheme = scheme
        self.host = host
        self.port = port == (scheme == "https" ? 443 : 80) ? nil : port
        self.path = path.isEmpty ? "/" : path
        self.query = query
    }

    /// The host, and the port if it is not the default: `login.example`, `localhost:8443`.
    public var hostAndPort: String { port.map { "\(host):\($0)" } ?? host }

    /// Scheme, host and port, without a trailing slash (RFC 6454).
    public var origin: String { "\(scheme)://\(hostAndPort)" }

    /// The port to connect to.
    public var effectivePort: Int { port ?? (scheme == "https" ? 443 : 80) }

    /// Whether the host is this machine's loopback: `localhost`, `127.0.0.1` or `[::1]` (RFC 8252 section 7.3).
    public var isLoopback: Bool { host == "localhost" || host == "127.0.0.1" || host == "[::1]" }

    /// The URL as text.
    public var description: String { origin + path + (query.map { "?" + $0 } ?? "") }

    /// Returns a URL with the same origin, and another path and query.
    public func with(path: String, query: String? = nil) -> HTTPURL {
        var copy = self
        copy.path = path.hasPrefix("/") ? path : "/" + path
        copy.query = query
        return copy
    }

    private static func split(_ authority: ArraySlice<UInt8>) -> (host: String, port: Int?)? {
        guard !authority.contains(UInt8(ascii: "@")) else { return nil }
        var host = authority
        var port: Int?
        let afterLiteral = authority.lastIndex(of: UInt8(ascii: "]")) ?? authority.startIndex
        if let colon = authority[afterLiteral...].firstIndex(of: UInt8(ascii: ":")) {
            let digits = authority[(colon + 1)...]
            guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = Int(String(decoding: digits, as: UTF8.self)), (1...65535).contains(number)
            else { return nil }
            port = number
            host = authority[..<colon]
        }
        let lowered = lowercased(host)
        let name = String(decoding: lowered, as: UTF8.self)
        guard lowered.first == UInt8(ascii: "[") ? isIPv6Literal(name) : isName(lowered) else { return nil }
        return (name, port)
    }

    private static func lowercased(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7F..., UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"),
            UInt8(ascii: "\\"):
            false
        default: true
        }
    }

    /// Labels of letters, digits, hyphens and underscores; only the last may be empty (a trailing dot).
    private static func isName(_ name: [UInt8]) -> Bool {
        var isLabelEmpty = true
        for byte in name {
            let isDot = byte == UInt8(ascii: ".")
            guard isDot ? !isLabelEmpty : isNameCharacter(byte) else { return false }
            isLabelEmpty = isDot
        }
        return !name.isEmpty
    }

    /// RFC 3986 section 3.2.2, without the mixed notation: eight groups, or fewer around one `::`.
    private static func isIPv6Literal(_ host: String) -> Bool {
        guard host.hasPrefix("["), host.hasSuffix("]"), host.utf8.count >= 4 else { return false }
        let groups = host.dropFirst().dropLast().split(separator: ":", omittingEmptySubsequences: false)
        guard
            groups.allSatisfy({ $0.utf8.count <= 4 && $0.utf8.allSatisfy(isHexDigit) })
        else { return false }
        let body = host.dropFirst().dropLast()
        let gaps = body.ranges(of: "::").count
        if body.hasPrefix(":") && !body.hasPrefix("::") || body.hasSuffix(":") && !body.hasSuffix("::") { return false }
        let written = groups.count { !$0.isEmpty }
        return gaps == 0 ? written == 8 && groups.count == 8 : gaps == 1 && !body.contains(":::") && written <= 7
    }

    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x5F
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x61...0x66).contains(byte) || (0x30...0x39).contains(byte)
    }
}

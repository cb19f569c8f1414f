/// Scheme, host and path of a URL of any scheme (RFC 3986 section 3), for comparing URLs. Query and fragment are not
/// compared.
package struct URLWithoutQuery: Sendable {
    /// The scheme in lower case.
    package let scheme: String
    /// The host in lower case, including a port.
    package let host: String
    /// The path as written; empty if there is none.
    package let path: String
    /// The query as written, without its question mark; nil if there is none.
    package let query: String?
    let schemeAsWritten: Substring
    let hostAsWritten: String

    /// Parses a URL; nil if it has no scheme, no `//`, or bytes that no URL has.
    package init?(_ url: String) {
        // ASCII only, so that bytes are characters. No scheme contains a colon.
        let bytes = url.utf8
        guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes[colon...].starts(with: "://".utf8)
        else { return nil }
        let scheme = url[..<colon]
        guard Self.isScheme(scheme) else { return nil }
        let begin = bytes.index(colon, offsetBy: 3)
        let rest = url[begin..<(bytes[begin...].firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex)]
        let hostEnd =
            rest.utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        // User information is not allowed: it could make one host look like another.
        guard !rest[..<hostEnd].utf8.contains(UInt8(ascii: "@")) else { return nil }
        let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?"))
        schemeAsWritten = scheme
        hostAsWritten = String(rest[..<hostEnd])
        self.scheme = scheme.lowercased()
        host = rest[..<hostEnd].lowercased()
        path = String(rest[hostEnd..<(mark ?? rest.endIndex)])
        query = mark.map { String(rest[rest.index(after: $0)...]) }
    }

    /// Whether it is an HTTP or HTTPS URL.
    var isOfTheWeb: Bool { scheme == "http" || scheme == "https" }

    /// Returns whether a response was sent to a redirect URI: same scheme and host, and the same path or one below it.
    ///
    /// A common prefix is not enough: `msauth.a://auth.evil` begins with `msauth.a://auth`.
    package func isResponse(to redirectURI: URLWithoutQuery) -> Bool {
        guard scheme == redirectURI.scheme, host == redirectURI.host else { return false }
        let own = redirectURI.path.hasSuffix("/") ? String(redirectURI.path.dropLast()) : redirectURI.path
        return path == own || path.hasPrefix(own + "/")
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy {
            isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
    }
}

extension URLWithoutQuery: Equatable {
    /// Returns whether scheme, host and path are the same.
    package static func == (left: URLWithoutQuery, right: URLWithoutQuery) -> Bool {
        left.scheme == right.scheme && left.host == right.host && left.path == right.path
    }
}

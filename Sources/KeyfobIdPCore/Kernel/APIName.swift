/// A name of an API: an identifier URI of an application, or an application's id.
///
/// Every name is read here, and in one form only. Whatever would be a second spelling of a name is refused and not
/// rewritten: percent escapes, user information, default ports, empty and dot segments, a dot at the end of the host,
/// queries, fragments, and everything outside ASCII. What remains differs in letter case and in one slash at the end;
/// two names that differ only there have the same ``key`` and mean the same API.
package struct APIName: Sendable, Hashable {
    /// Why a text is no name: the rest of a sentence that begins with the name.
    package struct Malformed: Error {
        package let problem: String
    }

    /// The largest number of bytes.
    package static let mostBytes = 255

    /// The name in lower case, without a slash at the end.
    package let key: String
    /// The scheme in lower case; nil for an id.
    package let scheme: String?
    /// The host in lower case; nil for an id, and for a URI without one, such as `urn:example:api`.
    package let host: String?
    /// The port; nil if the name has none.
    package let port: Int?
    /// The segments after the host, or after the scheme's colon where there is no host, in lower case.
    package let segments: [String]
    /// Whether the text ends in a slash.
    package let endsInSlash: Bool

    /// Reads a name.
    ///
    /// - Throws: ``Malformed``
    package init(_ text: String) throws(Malformed) {
        let bytes = Array(text.utf8)
        guard (1...Self.mostBytes).contains(bytes.count) else {
            throw Malformed(problem: "does not have 1 to \(Self.mostBytes) characters.")
        }
        guard bytes.allSatisfy(Self.isAllowed) else {
            throw Malformed(
                problem:
                    "has a character that a name cannot have. Use letters, digits, '-', '.', '_', '~', ':' and '/'.")
        }
        let lower = bytes.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
        endsInSlash = lower.last == UInt8(ascii: "/")
        key = String(decoding: endsInSlash ? lower.dropLast() : lower[...], as: UTF8.self)
        guard let colon = lower.firstIndex(of: UInt8(ascii: ":")) else {
            guard !lower.contains(UInt8(ascii: "/")), !Self.hasBrackets(lower) else {
                throw Malformed(problem: "has no scheme, such as api://.")
            }
            (scheme, host, port, segments) = (nil, nil, nil, [key])
            return
        }
        let scheme = String(decoding: lower[..<colon], as: UTF8.self)
        guard Self.isScheme(lower[..<colon]) else { throw Malformed(problem: "has no scheme, such as api://.") }
        self.scheme = scheme
        var rest = lower[(colon + 1)...]
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            let place = try Self.authority(rest[..<end], scheme: scheme)
            (host, port) = (place.host, place.port)
            segments = end == rest.endIndex ? [] : try Self.segments(rest[(end + 1)...])
        } else {
            guard !["https", "http", "api"].contains(scheme) else {
                throw Malformed(problem: "has no '//' after its scheme.")
            }
            (host, port) = (nil, nil)
            segments = try Self.segments(rest)
            guard !segments.isEmpty else { throw Malformed(problem: "is only a scheme.") }
        }
    }

    /// The key of a text; nil if it is no name, so that it means no API.
    package static func key(of text: String) -> String? { (try? APIName(text))?.key }

    /// The port, or the one that the scheme implies.
    package var effectivePort: Int? { port ?? (scheme == "https" ? 443 : scheme == "http" ? 80 : nil) }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~:/+,;=!$&()*[]".utf8.contains(byte)
        }
    }

    private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, (0x61...0x7A).contains(first) else { return false }
        return bytes.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
    }

    private static func hasBrackets(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.contains { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }
    }

    /// The parts between slashes; one slash at the end is allowed.
    private static func segments(_ bytes: ArraySlice<UInt8>) throws(Malformed) -> [String] {
        guard !hasBrackets(bytes) else { throw Malformed(problem: "has a bracket outside of its host.") }
        var parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if parts.last?.isEmpty == true { parts.removeLast() }
        let out = parts.map { String(decoding: $0, as: UTF8.self) }
        guard !out.contains("") else { throw Malformed(problem: "has two slashes in a row.") }
        guard !out.contains(where: { $0 == "." || $0 == ".." }) else {
            throw Malformed(problem: "has a segment that is only dots.")
        }
        return out
    }

    private static func authority(
        _ bytes: ArraySlice<UInt8>, scheme: String
    ) throws(Malformed) -> (host: String, port: Int?) {
        let isLiteral = bytes.first == UInt8(ascii: "[")
        let hostEnd =
            isLiteral
            ? (bytes.firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 } ?? bytes.startIndex)
            : (bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex)
        let host = String(decoding: bytes[..<hostEnd], as: UTF8.self)
        guard isLiteral ? isAddressLiteral(bytes[..<hostEnd]) : isHost(bytes[..<hostEnd]) else {
            throw Malformed(problem: "has no well-formed host.")
        }
        guard hostEnd != bytes.endIndex else { return (host, nil) }
        let digits = bytes[(hostEnd + 1)...]
        guard bytes[hostEnd] == UInt8(ascii: ":"), (1...5).contains(digits.count),
            digits.first != UInt8(ascii: "0"), let port = Int(String(decoding: digits, as: UTF8.self)),
            digits.allSatisfy({ (0x30...0x39).contains($0) }), port <= 65_535
        else { throw Malformed(problem: "has no well-formed port.") }
        guard port != (scheme == "https" ? 443 : scheme == "http" ? 80 : nil) else {
            throw Malformed(problem: "names the default port. Leave it out.")
        }
        return (host, port)
    }

    private static func isHost(_ bytes: ArraySlice<UInt8>) -> Bool {
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let areWellFormed = labels.allSatisfy { label in
            (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                && label.allSatisfy {
                    (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-")
                        || $0 == UInt8(ascii: "_")
                }
        }
        guard areWellFormed, let last = labels.last else { return false }
        // A host that ends in a number is an address, which has many spellings; its usual one is the only one here.
        func isNumber(_ label: ArraySlice<UInt8>) -> Bool { label.allSatisfy { (0x30...0x39).contains($0) } }
        guard isNumber(last) || last.starts(with: "0x".utf8) else { return true }
        return labels.count == 4
            && labels.allSatisfy { label in
                isNumber(label) && (label.count == 1 || label.first != UInt8(ascii: "0"))
                    && (Int(String(decoding: label, as: UTF8.self)) ?? 256) <= 255
            }
    }

    private static func isAddressLiteral(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count > 3
            && bytes.dropFirst().dropLast().allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x66).contains($0) || $0 == UInt8(ascii: ":")
                    || $0 == UInt8(ascii: ".")
            }
    }
}

extension AuthenticationChallenge {
    /// Parses a field's value: any number of challenges, separated by commas like their parameters.
    ///
    /// A comma is followed by a parameter if there is a name and `=`, else by a new challenge. Values may be quoted; an
    /// unquoted value may contain more characters than a token, since some resources omit the quotes of URLs or padded
    /// base64. Text after a malformed part is ignored.
    ///
    /// - Returns: the parsed challenges; no text traps, and the time is linear in its length.
    package static func parse(_ value: String) -> [AuthenticationChallenge] {
        var reader = ChallengeReader(value)
        var challenges: [AuthenticationChallenge] = []
        while let challenge = reader.challenge() { challenges.append(challenge) }
        return challenges
    }
}

/// Parses challenges from left to right. Each step consumes at least one byte or ends the parsing.
private struct ChallengeReader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func challenge() -> AuthenticationChallenge? {
        skipSeparators()
        guard let scheme = token(), isAtBlankOrEnd || current == Self.comma else { return nil }
        skipBlanks()
        if let token68 = token68() { return AuthenticationChallenge(scheme: scheme, token68: token68) }
        var parameters: [String: String] = [:]
        while let (name, value) = parameter() {
            let name = name.lowercased()
            if parameters[name] == nil { parameters[name] = value }
            let end = place
            skipBlanks()
            guard current == Self.comma else {
                if current != nil { place = bytes.count }
                break
            }
            skipSeparators()
            // The next challenge begins here, not a parameter.
            if !isAtParameter {
                place = end
                break
            }
        }
        return AuthenticationChallenge(scheme: scheme, parameters: parameters)
    }

    private mutating func parameter() -> (String, String)? {
        guard isAtParameter, let name = token() else { return nil }
        skipBlanks()
        place += 1
        skipBlanks()
        return (name, current == Self.quote ? quoted() : unquoted())
    }

    /// Whether a name and `=` follow.
    private var isAtParameter: Bool {
        var probe = self
        guard probe.token() != nil else { return false }
        probe.skipBlanks()
        return probe.current == Self.equals
    }

    private mutating func token() -> String? { take { Self.isTokenCharacter($0) } }

    /// Reads a value without quotes, up to a comma or white space.
    private mutating func unquoted() -> String {
        take { $0 != Self.comma && !Self.isBlank($0) } ?? ""
    }

    /// RFC 9110 section 5.6.4; an unclosed string ends with the text.
    private mutating func quoted() -> String {
        var out: [UInt8] = []
        place += 1
        while let byte = current {
            place += 1
            if byte == Self.quote { break }
            guard byte == Self.backslash, let next = current else {
                out.append(byte)
                continue
            }
            out.append(next)
            place += 1
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// RFC 9110 section 11.2, if it extends up to a comma or the end.
    private mutating func token68() -> String? {
        var probe = self
        guard var text = probe.take({ Self.isToken68Character($0) }) else { return nil }
        text += probe.take { $0 == Self.equals } ?? ""
        probe.skipBlanks()
        guard probe.current == nil || probe.current == Self.comma else { return nil }
        self = probe
        return text
    }

    private mutating func take(_ belongs: (UInt8) -> Bool) -> String? {
        let start = place
        while let byte = current, belongs(byte) { place += 1 }
        return place > start ? String(decoding: bytes[start..<place], as: UTF8.self) : nil
    }

    private mutating func skipBlanks() {
        while let byte = current, Self.isBlank(byte) { place += 1 }
    }

    /// Empty list elements are allowed (RFC 9110 section 5.6.1.2).
    private mutating func skipSeparators() {
        while let byte = current, Self.isBlank(byte) || byte == Self.comma { place += 1 }
    }

    private var current: UInt8? { place < bytes.count ? bytes[place] : nil }
    private var isAtBlankOrEnd: Bool { current.map(Self.isBlank) ?? true }

    private static let comma = UInt8(ascii: ",")
    private static let equals = UInt8(ascii: "=")
    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    /// RFC 9110 section 5.6.2
    private static func isTokenCharacter(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }

    private static func isToken68Character(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || "-._~+/".utf8.contains(byte)
    }
}

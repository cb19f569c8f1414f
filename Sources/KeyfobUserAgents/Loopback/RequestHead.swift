/// The head of an HTTP/1.1 request (RFC 9112), parsed strictly: the listener serves one kind of request, so an unusual
/// one is refused and not interpreted.
struct RequestHead: Sendable, Hashable {
    let method: String
    /// The origin-form target (RFC 9112 section 3.2.1): path and query as sent.
    let target: String
    let host: String

    /// The target up to its query.
    var path: String { String(target.prefix { $0 != "?" }) }

    /// The result of parsing the bytes so far.
    enum Reading: Sendable, Hashable {
        case incomplete
        case refused(status: Int, reason: String)
        case complete(RequestHead)
    }

    /// The longest accepted head, in bytes: an authorization code of a large tenant has about two thousand.
    static let limit = 16 * 1024

    /// Parses a head from the bytes received so far.
    static func read(_ bytes: [UInt8]) -> Reading {
        guard let end = endOfHead(bytes) else {
            return bytes.count >= limit
                ? .refused(status: 431, reason: "The request is too large.") : .incomplete
        }
        guard end <= limit else { return .refused(status: 431, reason: "The request is too large.") }
        guard let lines = lines(bytes[..<end]), let first = lines.first else {
            return malformed("it has invalid characters")
        }
        let words = first.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words.allSatisfy({ !$0.isEmpty }) else { return malformed("its first line is wrong") }
        guard words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else {
            return .refused(status: 505, reason: "Only HTTP/1.1 is supported.")
        }
        guard words[0].utf8.allSatisfy(isTokenCharacter) else { return malformed("its method is wrong") }
        guard words[1].hasPrefix("/"), !words[1].contains("#") else { return malformed("its target is not a path") }
        return fields(lines.dropFirst(), method: String(words[0]), target: String(words[1]))
    }

    private static func fields(_ lines: ArraySlice<String>, method: String, target: String) -> Reading {
        guard lines.count <= 100 else { return .refused(status: 431, reason: "The request has too many fields.") }
        var hosts: [String] = []
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), colon > line.startIndex,
                line[..<colon].utf8.allSatisfy(isTokenCharacter)
            else { return malformed("a header field is wrong") }
            let value = trimmed(line[line.index(after: colon)...])
            switch line[..<colon].lowercased() {
            case "host": hosts.append(value.lowercased())
            case "content-length" where value == "0": break
            case "content-length", "transfer-encoding": return malformed("it has a body")
            default: break
            }
        }
        guard hosts.count == 1, let host = hosts.first else { return malformed("it does not name one host") }
        return .complete(RequestHead(method: method, target: target, host: host))
    }

    private static func malformed(_ what: String) -> Reading {
        .refused(status: 400, reason: "The request cannot be parsed: \(what).")
    }

    /// The index of the empty line that ends the head.
    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return (0...(bytes.count - 4)).first {
            bytes[$0] == 13 && bytes[$0 + 1] == 10 && bytes[$0 + 2] == 13 && bytes[$0 + 3] == 10
        }
    }

    /// The lines between CRLFs; nil if there is a byte that is neither visible ASCII, space nor tab.
    private static func lines(_ bytes: ArraySlice<UInt8>) -> [String]? {
        var lines: [[UInt8]] = [[]]
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == 13 {
                guard index + 1 < bytes.endIndex, bytes[index + 1] == 10 else { return nil }
                lines.append([])
                index += 2
                continue
            }
            guard (0x20...0x7E).contains(byte) || byte == 9 else { return nil }
            lines[lines.count - 1].append(byte)
            index += 1
        }
        return lines.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }

    private static func isTokenCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

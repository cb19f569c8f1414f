import KeyfobBackport
package import KeyfobOAuth

/// The head of an HTTP/1.1 request of a browser (RFC 9112), parsed strictly: the loopback listener and the broker's
/// window serve few kinds of requests, so an unusual one is refused and not interpreted.
package struct RequestHead: Sendable, Hashable {
    package let method: String
    /// The origin-form target (RFC 9112 section 3.2.1): path and query as sent.
    package let target: String
    package let host: String
    /// All header fields.
    package let fields: HTTPFields
    /// The length of the head, with its last empty line.
    package let byteCount: Int
    /// The length of the body that follows.
    package let bodyCount: Int

    /// The target up to its query.
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// The result of parsing the bytes so far.
    package enum Reading: Sendable, Hashable {
        case incomplete
        case refused(status: Int, reason: String)
        case complete(RequestHead)
    }

    /// What a listener accepts.
    package struct Limits: Sendable {
        /// The longest head, in bytes.
        let head: Int
        /// The longest body, in bytes.
        let body: Int
        /// Whether field values may contain UTF-8. Browsers send other local servers' cookies to every port.
        let admitsText: Bool

        package init(head: Int, body: Int, admitsText: Bool) {
            self.head = head
            self.body = body
            self.admitsText = admitsText
        }

        /// For a redirect: an authorization code of a large tenant has about two thousand bytes.
        static let redirect = Limits(head: 16 * 1024, body: 0, admitsText: false)
    }

    /// Parses a head from the bytes received so far.
    package static func read(_ bytes: [UInt8], within limits: Limits) -> Reading {
        guard let end = endOfHead(bytes, limits.head) else {
            return bytes.count >= limits.head
                ? .refused(status: 431, reason: "The request is too large.") : .incomplete
        }
        guard end <= limits.head else { return .refused(status: 431, reason: "The request is too large.") }
        guard let lines = lines(bytes[..<end], limits), let first = lines.first, first.utf8.allSatisfy({ $0 < 0x80 })
        else { return malformed("it has invalid characters") }
        let words = first.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words.allSatisfy({ !$0.isEmpty }) else { return malformed("its first line is wrong") }
        guard words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else {
            return .refused(status: 505, reason: "Only HTTP/1.1 is supported.")
        }
        guard words[0].utf8.allSatisfy(isTokenCharacter) else { return malformed("its method is wrong") }
        guard words[1].hasPrefix("/"), !words[1].contains("#") else { return malformed("its target is not a path") }
        return read(lines.dropFirst(), method: String(words[0]), target: String(words[1]), byteCount: end + 4, limits)
    }

    private static func read(
        _ lines: ArraySlice<String>, method: String, target: String, byteCount: Int, _ limits: Limits
    ) -> Reading {
        guard lines.count <= 100 else { return .refused(status: 431, reason: "The request has too many fields.") }
        var fields = HTTPFields()
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), colon > line.startIndex,
                line[..<colon].utf8.allSatisfy(isTokenCharacter)
            else { return malformed("a header field is wrong") }
            fields.append(String(line[..<colon]), trimmed(line[line.index(after: colon)...]))
        }
        guard fields["Transfer-Encoding"] == nil, let bodyCount = bodyCount(fields), bodyCount <= limits.body else {
            return malformed("it has a body")
        }
        let hosts = fields.all("Host")
        guard hosts.count == 1 else { return malformed("it does not name one host") }
        return .complete(
            RequestHead(
                method: method, target: target, host: hosts[0].lowercased(), fields: fields, byteCount: byteCount,
                bodyCount: bodyCount))
    }

    /// The length in `Content-Length`; nil if it is no number, or has several values.
    private static func bodyCount(_ fields: HTTPFields) -> Int? {
        let lengths = Set(fields.all("Content-Length"))
        guard let length = lengths.first else { return 0 }
        guard lengths.count == 1, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(length)
    }

    private static func malformed(_ what: String) -> Reading {
        .refused(status: 400, reason: "The request cannot be parsed: \(what).")
    }

    /// The index of the empty line that ends the head.
    private static func endOfHead(_ bytes: [UInt8], _ limit: Int) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return (0...(min(bytes.count, limit + 4) - 4)).first {
            bytes[$0] == 13 && bytes[$0 + 1] == 10 && bytes[$0 + 2] == 13 && bytes[$0 + 3] == 10
        }
    }

    /// The lines between CRLFs; nil if there is a byte that is neither visible ASCII, space nor tab, nor admitted text.
    private static func lines(_ bytes: ArraySlice<UInt8>, _ limits: Limits) -> [String]? {
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
            guard (0x20...0x7E).contains(byte) || byte == 9 || limits.admitsText && byte >= 0x80 else { return nil }
            lines[lines.count - 1].append(byte)
            index += 1
        }
        let texts = lines.compactMap { String(valid: $0, as: UTF8.self) }
        return texts.count == lines.count ? texts : nil
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

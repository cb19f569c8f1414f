#if os(Linux)
import KeyfobCore

/// The parts of a URL that determine where it goes: scheme and host, ASCII only (RFC 3986 sections 3.1 and 3.2.2).
///
/// For a custom scheme, the text between `://` and the next `/`, `?` or `#` counts as host, whatever ASCII characters
/// it has. Others are refused in both: some of them, such as the Kelvin sign, become an ASCII letter in lower case, so
/// that a name that is another one to the sender would be the same here.
///
/// A URL with a space, a control character or one that is not shown is refused as a whole: percent-encoded it is a URL
/// (RFC 3986 section 2.1), and as it is it could begin another line, or end the text, in a program that gets it.
struct URLTarget: Sendable, Hashable {
    /// The longest URL that the device opens, in bytes.
    static let longest = 1 << 17

    /// In lower case.
    let scheme: String
    /// In lower case; nil if there is none.
    let host: String?
    let hostAsWritten: String?

    init?(_ url: String) {
        let bytes = url.utf8
        guard bytes.count <= Self.longest, let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            let scheme = Self.scheme(url[..<colon]),
            !url.unicodeScalars.contains(where: { $0 == " " || TerminalText.isUnsafe($0) })
        else { return nil }
        self.scheme = scheme
        let rest = bytes[colon...].dropFirst()
        guard rest.starts(with: "//".utf8) else {
            (host, hostAsWritten) = (nil, nil)
            return
        }
        let authority = rest.dropFirst(2).prefix { !"/?#\\".utf8.contains($0) }
        guard authority.allSatisfy({ $0 < 0x80 }) else { return nil }
        let user = authority.lastIndex(of: UInt8(ascii: "@"))
        let name = authority[(user.map { authority.index(after: $0) } ?? authority.startIndex)...]
            .prefix { $0 != UInt8(ascii: ":") }
        hostAsWritten = name.isEmpty ? nil : String(Substring(name))
        host = hostAsWritten?.lowercased()
    }

    /// Returns a scheme in lower case; nil if the text is not a valid one.
    static func scheme(_ text: some StringProtocol) -> String? {
        let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) }
        guard let first = text.utf8.first, isLetter(first),
            text.utf8.allSatisfy({
                isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
            })
        else { return nil }
        return text.lowercased()
    }

    /// Whether it is an HTTP or HTTPS URL.
    var isWeb: Bool { scheme == "https" || scheme == "http" }

    /// Scheme and host: all that a trace contains.
    var summary: String { host.map { "\(scheme)://\($0)" } ?? "\(scheme):" }
}
#endif

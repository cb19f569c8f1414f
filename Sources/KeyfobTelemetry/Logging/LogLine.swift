/// Writes one line of a log: values of others cannot end it, begin another field or control a terminal.
struct LogLine {
    /// The largest length of one value, in bytes; the rest is left out.
    static let longestValue = 1024

    /// The line so far.
    private(set) var bytes: [UInt8] = []
    private let format: LogFormat

    init(_ format: LogFormat) {
        self.format = format
        bytes.reserveCapacity(384)
        if format == .json { bytes.append(UInt8(ascii: "{")) }
    }

    /// Adds a word of this package's own, in the text form without its name.
    mutating func word(_ name: String, _ word: String) {
        switch format {
        case .json: text(name, word)
        case .text:
            separate()
            escape(word)
        }
    }

    /// Adds a text.
    mutating func text(_ name: String, _ value: String) {
        begin(name)
        let isPlain =
            format == .text && !value.isEmpty && value.utf8.count <= 128 && value.utf8.allSatisfy(Self.isPlain)
        if isPlain { return bytes.append(contentsOf: value.utf8) }
        bytes.append(UInt8(ascii: "\""))
        escape(value)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Adds a number.
    mutating func number(_ name: String, _ digits: String) {
        begin(name)
        bytes.append(contentsOf: digits.utf8)
    }

    /// Ends the line.
    mutating func end() {
        if format == .json { bytes.append(UInt8(ascii: "}")) }
        bytes.append(UInt8(ascii: "\n"))
    }

    private mutating func separate() {
        switch format {
        case .json: if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        case .text: if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
        }
    }

    private mutating func begin(_ name: String) {
        separate()
        switch format {
        case .json:
            bytes.append(UInt8(ascii: "\""))
            escape(name)
            bytes.append(contentsOf: "\":".utf8)
        case .text:
            bytes.append(contentsOf: name.utf8.lazy.map { Self.isPlain($0) ? $0 : UInt8(ascii: "_") })
            bytes.append(UInt8(ascii: "="))
        }
    }

    /// Letters, digits and what stands in identifiers, addresses and times.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "/"):
            true
        default: false
        }
    }

    /// Adds the characters of a JSON string: with escapes for all that could end it or control a terminal.
    private mutating func escape(_ text: String) {
        let isShort = text.utf8.count <= Self.longestValue
        if isShort, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }) {
            return bytes.append(contentsOf: text.utf8)
        }
        var rest = Self.longestValue
        for scalar in text.unicodeScalars {
            rest -= UTF8.width(scalar)
            guard rest >= 0 else { return bytes.append(contentsOf: "…".utf8) }
            switch scalar {
            case "\"": bytes.append(contentsOf: "\\\"".utf8)
            case "\\": bytes.append(contentsOf: "\\\\".utf8)
            case "\n": bytes.append(contentsOf: "\\n".utf8)
            case _ where Self.isHidden(scalar):
                // UTF-16, as JSON requires (RFC 8259 section 7).
                for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
                    let digits = String(unit, radix: 16)
                    bytes.append(
                        contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits).utf8)
                }
            default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }

    /// Whether a reader would not see a character, or would see others in another order.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: true
        default: false
        }
    }
}

/// Header fields (RFC 9110 section 5): ordered, with names compared ignoring letter case.
public struct HTTPFields: Sendable, Hashable {
    private struct Field: Sendable, Hashable {
        let name: String
        let value: String
    }

    private var fields: [Field] = []

    /// Makes fields from names and values, in order; names may repeat.
    public init(_ pairs: [(String, String)] = []) {
        for (name, value) in pairs { append(name, value) }
    }

    /// The first value of that name.
    public subscript(name: String) -> String? {
        fields.first { Self.isSame($0.name, name) }?.value
    }

    /// Returns all values of that name, in order.
    public func all(_ name: String) -> [String] {
        fields.filter { Self.isSame($0.name, name) }.map(\.value)
    }

    /// Adds a field after the others.
    ///
    /// Control characters become spaces (RFC 9110 section 5.5), so that a value cannot start another field,
    /// even if a user or a server wrote a part of it.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: Self.onOneLine(name), value: Self.onOneLine(value)))
    }

    /// Replaces all fields of that name with one.
    public mutating func set(_ name: String, _ value: String) {
        remove(name)
        append(name, value)
    }

    /// Removes all fields of that name.
    public mutating func remove(_ name: String) {
        fields.removeAll { Self.isSame($0.name, name) }
    }

    /// Names and values in order.
    public var pairs: [(name: String, value: String)] { fields.map { ($0.name, $0.value) } }

    /// Whether two names are the same. Names are ASCII (RFC 9110 section 5.1).
    private static func isSame(_ one: String, _ other: String) -> Bool {
        let (one, other) = (one.utf8, other.utf8)
        return one.count == other.count
            && zip(one, other).allSatisfy { a, b in
                a == b || (a ^ b == 0x20 && (0x61...0x7A).contains(a | 0x20))
            }
    }

    /// 1 for a byte that becomes a space, otherwise 0: without a branch, the compiler compares many bytes at once.
    private static func becomesSpace(_ byte: UInt8) -> UInt8 {
        (byte < 0x20 ? 1 : 0) & (byte == 0x09 ? 0 : 1) | (byte == 0x7F ? 1 : 0)
    }

    private static func onOneLine(_ text: String) -> String {
        let isOneLine = text.utf8.withContiguousStorageIfAvailable { bytes in
            bytes.reduce(UInt8(0)) { $0 | becomesSpace($1) } == 0
        }
        guard isOneLine != true else { return text }
        return String(decoding: text.utf8.map { becomesSpace($0) == 1 ? 0x20 : $0 }, as: UTF8.self)
    }
}

extension HTTPFields {
    /// Returns a text in quotation marks, for a parameter in a field's value (`quoted-string`, RFC 9110 section 5.6.4).
    package static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
    /// Makes fields from a literal, in its order.
    public init(dictionaryLiteral elements: (String, String)...) { self.init(elements) }
}

extension HTTPFields {
    /// The fields that help an app's developer with diagnosis: identifiers in the server's log, the time, the time to
    /// wait. An allow list, since servers and proxies may send other fields with secrets.
    private static let diagnosticNames = [
        "Retry-After", "Date", "client-request-id", "x-ms-request-id", "x-ms-ests-server", "x-ms-clitelem", "x-ms-srs",
    ]

    /// The fields that an error may contain, by their usual spelling. Never a cookie, a credential or a challenge.
    var diagnostic: [String: String] {
        var out: [String: String] = [:]
        for name in Self.diagnosticNames {
            guard let value = self[name], value.utf8.count <= 256 else { continue }
            out[name] = value
        }
        return out
    }
}

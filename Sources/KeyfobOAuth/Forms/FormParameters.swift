package import KeyfobCore

/// The parameters of a query or of an `application/x-www-form-urlencoded` body, in order, with unique names.
///
/// RFC 6749 section 3.1 forbids repeated parameters: an attacker could make two parsers of one request use different
/// occurrences.
package struct FormParameters: Sendable, Hashable {
    private struct Pair: Sendable, Hashable {
        let name: String
        var value: String
    }

    private var stored: [Pair] = []
    /// The positions by name, once there are more parameters than ``fewParameters``.
    private var indices: [String: Int] = [:]

    /// The number up to which comparing names takes less time than hashing them. An unauthenticated client can send more.
    private static let fewParameters = 16

    /// The largest number of parameters that is parsed.
    package static let maximumCount = 100

    /// Makes parameters from names and values; for a duplicate name the last value is used.
    package init(_ pairs: [(String, String)] = []) {
        for (name, value) in pairs { set(name, value) }
    }

    /// Parses a text, strictly; a name without `=` has an empty value.
    ///
    /// - Throws: ``FormError`` for a duplicate name, an empty name, a malformed escape, text that is not UTF-8, more
    ///   than 30 combining marks in a row, or more than ``maximumCount`` parameters.
    package init(parsing text: String) throws(FormError) { try self.init(parsing: text, atMost: Self.maximumCount) }

    /// Parses a text like ``init(parsing:)``, with another limit than ``maximumCount``.
    package init(parsing text: String, atMost count: Int) throws(FormError) {
        for part in Self.parts(text) {
            guard stored.count < count else { throw FormError(message: "There are too many parameters.") }
            let (name, value) = try Self.pair(part)
            guard !name.isEmpty else { throw FormError(message: "A parameter has no name.") }
            guard index(of: name) == nil else {
                throw FormError(message: "A parameter is given more than once.", duplicate: name)
            }
            append(name, value)
        }
    }

    private func index(of name: String) -> Int? {
        stored.count > Self.fewParameters ? indices[name] : stored.firstIndex { $0.name == name }
    }

    private mutating func append(_ name: String, _ value: String) {
        stored.append(Pair(name: name, value: value))
        if stored.count == Self.fewParameters + 1 {
            for (index, pair) in stored.enumerated() { indices[pair.name] = index }
        } else if stored.count > Self.fewParameters {
            indices[name] = stored.count - 1
        }
    }

    /// Parses the form of a page, whose names may repeat, into names and values in order.
    ///
    /// - Throws: ``FormError`` for a malformed escape, text that is not UTF-8, or more than 30 combining marks in a row.
    package static func repeatable(parsing text: String) throws(FormError) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        for part in parts(text) { pairs.append(try pair(part)) }
        return pairs
    }

    private static func parts(_ text: String) -> [ArraySlice<UInt8>] {
        let bytes = Array(text.utf8)
        var parts: [ArraySlice<UInt8>] = []
        parts.reserveCapacity(8)
        var start = 0
        for index in 0...bytes.count where index == bytes.count || bytes[index] == UInt8(ascii: "&") {
            if start < index { parts.append(bytes[start..<index]) }
            start = index + 1
        }
        return parts
    }

    private static func pair(_ part: ArraySlice<UInt8>) throws(FormError) -> (name: String, value: String) {
        guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { return (try decode(part), "") }
        return (try decode(part[..<equals]), try decode(part[(equals + 1)...]))
    }

    private static func decode(_ bytes: ArraySlice<UInt8>) throws(FormError) -> String {
        // Most values contain nothing to decode.
        let isPlain = bytes.allSatisfy { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "%") && $0 < 0x80 }
        if isPlain { return String(decoding: bytes, as: UTF8.self) }
        guard let decoded = PercentEncoding.decode(bytes, readingPlusAs: UInt8(ascii: " ")) else {
            throw FormError(message: "A parameter has a malformed escape or is not UTF-8.")
        }
        guard decoded.isStreamSafe else {
            throw FormError(message: "A parameter has too many combining marks in a row.")
        }
        return decoded
    }

    /// The value of that name; names are compared exactly.
    package subscript(name: String) -> String? { index(of: name).map { stored[$0].value } }

    /// Returns the value of that name, unless it is absent or empty (RFC 6749 section 3.1: an empty value counts as
    /// omitted).
    package func nonEmpty(_ name: String) -> String? {
        guard let value = self[name], !value.isEmpty else { return nil }
        return value
    }

    /// Adds a parameter, or replaces its value in place.
    package mutating func set(_ name: String, _ value: String) {
        if let index = index(of: name) {
            stored[index].value = value
        } else {
            append(name, value)
        }
    }

    /// Adds a parameter if there is a value.
    package mutating func set(_ name: String, ifPresent value: String?) {
        if let value { set(name, value) }
    }

    /// Returns these parameters without those of the given names.
    package func without(_ names: Set<String>) -> FormParameters {
        FormParameters(stored.filter { !names.contains($0.name) }.map { ($0.name, $0.value) })
    }

    /// Names and values in order.
    package var pairs: [(name: String, value: String)] { stored.map { ($0.name, $0.value) } }

    /// Whether there are no parameters.
    package var isEmpty: Bool { stored.isEmpty }

    /// The wire form; a space is `%20`, which every parser accepts.
    package var encoded: String {
        stored.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
    }

    /// Returns a URL with these parameters after its own query (RFC 6749 section 3.1: the existing query is retained).
    package func appended(to url: HTTPURL) -> HTTPURL {
        guard !isEmpty else { return url }
        let query = url.query.map { $0.isEmpty ? encoded : "\($0)&\(encoded)" } ?? encoded
        return url.with(path: url.path, query: query)
    }
}

extension FormParameters: CustomStringConvertible, CustomReflectable {
    /// The names only: a value may be a code or a token.
    package var description: String { "[\(stored.map(\.name).joined(separator: ", "))]" }
    /// A mirror without children, so that `dump` shows nothing.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The reason why a text is not a form that Keyfob accepts.
package struct FormError: Error, Hashable, CustomStringConvertible {
    /// What is wrong, without quoting a value, which may be secret.
    package let message: String
    /// The name of the duplicate parameter, if that is the reason.
    package let duplicate: String?

    /// Makes an error.
    package init(message: String, duplicate: String? = nil) {
        self.message = message
        self.duplicate = duplicate
    }

    /// The message.
    package var description: String { message }
}

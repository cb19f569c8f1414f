import KeyfobBackport
package import KeyfobCore

/// Property lists in XML, as Info.plist and entitlements in an Xcode project (Apple's PropertyList-1.0.dtd).
///
/// Every input except a well-formed list of limited size and depth is refused, with the line of the error. Entity
/// declarations are refused, so that no entity expands.
///
/// Foundation's `PropertyListSerialization` is not used. It limits the depth and refuses declarations too, but with
/// Swift 6.3 on Linux it takes the last of two members with the same key, ignores what follows `</plist>`, accepts the
/// text format of OpenStep, and makes an object of a private class of a dictionary with the key `CF$UID`. It refuses a
/// comment inside a text, which XML allows.
package struct XMLPropertyList {
    /// The maximum number of bytes that are read.
    static let maximumSize = 4 << 20
    /// The maximum nesting depth of values.
    static let maximumDepth = 64

    private var scanner: XMLScanner
    private var depth = 0

    /// Reads a list.
    ///
    /// - Throws: `AuthError` with code `configuration`, whose message contains the line.
    package static func decode(_ bytes: [UInt8]) throws(AuthError) -> PropertyListValue {
        guard bytes.count <= maximumSize, let text = String(valid: bytes, as: UTF8.self) else {
            throw .configuration(
                "The property list is not UTF-8 text, or larger than 4 MiB.",
                remedy: "Save it as an XML property list in UTF-8.")
        }
        var reader = XMLPropertyList(scanner: XMLScanner(text))
        do {
            return try reader.document()
        } catch {
            throw .configuration(
                "The property list cannot be read: line \(error.line): \(error.reason).",
                remedy: "Check the file with: plutil -lint FILE")
        }
    }

    private init(scanner: XMLScanner) { self.scanner = scanner }

    private mutating func document() throws(XMLScanner.SyntaxError) -> PropertyListValue {
        let first = try scanner.nextTag()
        guard first.name == "plist", first.kind == .opening else { throw scanner.fault("<plist> is missing") }
        let value = try self.value(of: scanner.nextTag())
        let last = try scanner.nextTag()
        guard last.name == "plist", last.kind == .closing else {
            throw scanner.fault("<plist> contains more than one value")
        }
        guard try scanner.isAtEnd() else { throw scanner.fault("something follows </plist>") }
        return value
    }

    private mutating func value(of tag: XMLScanner.Tag) throws(XMLScanner.SyntaxError) -> PropertyListValue {
        switch (tag.name, tag.kind) {
        case (_, .closing): throw scanner.fault("</\(tag.name)> is in the place of a value")
        case ("true", _), ("false", _):
            if tag.kind == .opening { _ = try text(in: tag) }
            return .bool(tag.name == "true")
        case ("dict", .empty): return .dictionary([:])
        case ("array", .empty): return .array([])
        case ("dict", .opening), ("array", .opening):
            guard depth < Self.maximumDepth else { throw scanner.fault("values are nested too deeply") }
            depth += 1
            defer { depth -= 1 }
            return tag.name == "dict" ? .dictionary(try members()) : .array(try elements())
        default: return try scalar(tag)
        }
    }

    private mutating func members() throws(XMLScanner.SyntaxError) -> [String: PropertyListValue] {
        var members: [String: PropertyListValue] = [:]
        while true {
            let tag = try scanner.nextTag()
            if tag.kind == .closing, tag.name == "dict" { return members }
            guard tag.name == "key", tag.kind != .closing else {
                throw scanner.fault("<\(tag.name)> is in the place of <key>")
            }
            let key = try text(in: tag)
            let value = try self.value(of: scanner.nextTag())
            guard members.updateValue(value, forKey: key) == nil else {
                throw scanner.fault("the key \(key) occurs twice")
            }
        }
    }

    private mutating func elements() throws(XMLScanner.SyntaxError) -> [PropertyListValue] {
        var values: [PropertyListValue] = []
        while true {
            let tag = try scanner.nextTag()
            if tag.kind == .closing, tag.name == "array" { return values }
            values.append(try value(of: tag))
        }
    }

    private mutating func scalar(_ tag: XMLScanner.Tag) throws(XMLScanner.SyntaxError) -> PropertyListValue {
        let text = try text(in: tag)
        let trimmed = text.split(whereSeparator: \.isWhitespace).joined()
        switch tag.name {
        case "string": return .string(text)
        // The values are not needed for checking a setup; that they are present is.
        case "date", "data": return .string(trimmed)
        case "integer":
            guard let number = Int64(trimmed) else { throw scanner.fault("<integer> contains no integer") }
            return .integer(number)
        case "real":
            guard let number = Double(trimmed) else { throw scanner.fault("<real> contains no number") }
            return .real(number)
        default: throw scanner.fault("<\(tag.name)> is not a kind of value")
        }
    }

    /// The text up to the closing tag, with entities replaced.
    private mutating func text(in tag: XMLScanner.Tag) throws(XMLScanner.SyntaxError) -> String {
        guard tag.kind == .opening else { return "" }
        let text = try scanner.text()
        let end = try scanner.nextTag()
        guard end.kind == .closing, end.name == tag.name else { throw scanner.fault("<\(tag.name)> has no end") }
        return text
    }
}

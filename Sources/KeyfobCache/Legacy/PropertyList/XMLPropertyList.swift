package import KeyfobCore

/// Property lists in XML, as Xcode keeps Info.plist and entitlements in a project (Apple's PropertyList-1.0.dtd).
///
/// Reading is total: what is not a well-formed list of bounded size and depth is refused with the line it fails at.
/// Entities of the document's own are refused, so that nothing unfolds.
package struct XMLPropertyList {
    /// The longest list that is read, in bytes.
    static let maximumSize = 4 << 20
    /// How deep values may stand inside one another.
    static let maximumDepth = 64

    private var scanner: XMLScanner
    private var depth = 0

    /// Reads a list.
    ///
    /// - Throws: `AuthError` with code `configuration` that names the line.
    package static func decode(_ bytes: [UInt8]) throws(AuthError) -> PropertyListValue {
        guard bytes.count <= maximumSize, let text = String(validating: bytes, as: UTF8.self) else {
            throw .configuration(
                "The property list is no UTF-8 text, or larger than 4 MiB.",
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

    private mutating func document() throws(XMLScanner.Fault) -> PropertyListValue {
        let first = try scanner.nextTag()
        guard first.name == "plist", first.kind == .opening else { throw scanner.fault("<plist> is not there") }
        let value = try self.value(of: scanner.nextTag())
        let last = try scanner.nextTag()
        guard last.name == "plist", last.kind == .closing else {
            throw scanner.fault("<plist> holds more than one value")
        }
        guard try scanner.isAtEnd() else { throw scanner.fault("something follows </plist>") }
        return value
    }

    private mutating func value(of tag: XMLScanner.Tag) throws(XMLScanner.Fault) -> PropertyListValue {
        switch (tag.name, tag.kind) {
        case (_, .closing): throw scanner.fault("</\(tag.name)> stands where a value should")
        case ("true", _), ("false", _):
            if tag.kind == .opening { _ = try text(in: tag) }
            return .bool(tag.name == "true")
        case ("dict", .empty): return .dictionary([:])
        case ("array", .empty): return .array([])
        case ("dict", .opening), ("array", .opening):
            guard depth < Self.maximumDepth else { throw scanner.fault("values stand too deep in one another") }
            depth += 1
            defer { depth -= 1 }
            return tag.name == "dict" ? .dictionary(try members()) : .array(try elements())
        default: return try scalar(tag)
        }
    }

    private mutating func members() throws(XMLScanner.Fault) -> [String: PropertyListValue] {
        var members: [String: PropertyListValue] = [:]
        while true {
            let tag = try scanner.nextTag()
            if tag.kind == .closing, tag.name == "dict" { return members }
            guard tag.name == "key", tag.kind != .closing else {
                throw scanner.fault("<\(tag.name)> stands where <key> should")
            }
            let key = try text(in: tag)
            let value = try self.value(of: scanner.nextTag())
            guard members.updateValue(value, forKey: key) == nil else {
                throw scanner.fault("the key \(key) stands there twice")
            }
        }
    }

    private mutating func elements() throws(XMLScanner.Fault) -> [PropertyListValue] {
        var values: [PropertyListValue] = []
        while true {
            let tag = try scanner.nextTag()
            if tag.kind == .closing, tag.name == "array" { return values }
            values.append(try value(of: tag))
        }
    }

    private mutating func scalar(_ tag: XMLScanner.Tag) throws(XMLScanner.Fault) -> PropertyListValue {
        let text = try text(in: tag)
        let trimmed = text.split(whereSeparator: \.isWhitespace).joined()
        switch tag.name {
        case "string": return .string(text)
        // What they stand for plays no part in a setup; that they are there does.
        case "date", "data": return .string(trimmed)
        case "integer":
            guard let number = Int64(trimmed) else { throw scanner.fault("<integer> holds no whole number") }
            return .integer(number)
        case "real":
            guard let number = Double(trimmed) else { throw scanner.fault("<real> holds no number") }
            return .real(number)
        default: throw scanner.fault("<\(tag.name)> is no kind of value")
        }
    }

    /// The text up to the tag's end, entities replaced.
    private mutating func text(in tag: XMLScanner.Tag) throws(XMLScanner.Fault) -> String {
        guard tag.kind == .opening else { return "" }
        let text = try scanner.text()
        let end = try scanner.nextTag()
        guard end.kind == .closing, end.name == tag.name else { throw scanner.fault("<\(tag.name)> has no end") }
        return text
    }
}

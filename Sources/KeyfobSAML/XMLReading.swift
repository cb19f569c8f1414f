import KeyfobBackport
import KeyfobCore
import KeyfobJOSE

/// Reads the strict subset of XML 1.0 with namespaces in which signed assertions are written.
///
/// It refuses document types, processing instructions, comments and CDATA sections (each was used in attacks on
/// signatures), entities other than the five of XML, undeclared prefixes, repeated attributes, more than 32 levels, and
/// more attributes or bytes than ``XMLLimits`` allows. Accepted documents have one meaning, and are read in linear
/// time.
package struct XMLReading {
    /// Why a text is refused; contains none of the text.
    package struct Refusal: Error {
        /// The problem, for an error response.
        package let message: String
        init(_ message: String) { self.message = message }
    }

    private static let deepest = 32

    private let bytes: [UInt8]
    private let limits: XMLLimits
    private var place = 0
    private var scope = XMLScope()
    private var elements = 0

    /// Reads a whole document.
    ///
    /// - Throws: ``Refusal``
    package static func read(_ bytes: [UInt8], limits: XMLLimits) throws(Refusal) -> XMLTree {
        guard bytes.count <= limits.bytes else { throw Refusal("the XML is too long") }
        guard let text = String(valid: bytes, as: UTF8.self) else { throw Refusal("the XML is not UTF-8") }
        guard text.unicodeScalars.allSatisfy(isAllowed) else {
            throw Refusal("the XML contains a character that XML does not allow")
        }
        guard text.isStreamSafe else { throw Refusal("the XML has too many combining marks in a row") }
        var reading = XMLReading(bytes: withSimpleLineEnds(bytes), limits: limits)
        reading.skipDeclaration()
        reading.skipSpace()
        let root = try reading.element(depth: 0)
        reading.skipSpace()
        guard reading.place == reading.bytes.count else { throw Refusal("something follows the XML's root") }
        return root
    }

    /// Reads a whole document in base64: ADAL sends plain base64, RFC 7522 section 2.1 requires base64url.
    ///
    /// - Throws: ``Refusal``
    package static func read(base64 text: String, limits: XMLLimits) throws(Refusal) -> XMLTree {
        guard let bytes = Base64.decodeLoosely(text) ?? Base64URL.decode(text) else {
            throw Refusal("it is not base64")
        }
        return try read(bytes, limits: limits)
    }

    private init(bytes: [UInt8], limits: XMLLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    /// XML 1.0 section 2.11: every line end is one line feed.
    private static func withSimpleLineEnds(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var isAfterReturn = false
        for byte in bytes {
            if !(byte == 0x0A && isAfterReturn) { out.append(byte == 0x0D ? 0x0A : byte) }
            isAfterReturn = byte == 0x0D
        }
        return out
    }

    static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        return value == 9 || value == 10 || value == 13 || (value >= 0x20 && value != 0xFFFE && value != 0xFFFF)
    }

    private var current: UInt8? { place < bytes.count ? bytes[place] : nil }

    private func starts(with text: StaticString) -> Bool {
        let wanted = Array(text.description.utf8)
        return place + wanted.count <= bytes.count && Array(bytes[place..<(place + wanted.count)]) == wanted
    }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x09 { place += 1 }
    }

    private mutating func skipDeclaration() {
        guard starts(with: "<?xml ") else { return }
        while place < bytes.count, !starts(with: "?>") { place += 1 }
        place = min(place + 2, bytes.count)
    }

    private mutating func expect(_ byte: UInt8) throws(Refusal) {
        guard current == byte else { throw Refusal("the XML is malformed") }
        place += 1
    }

    private mutating func name() throws(Refusal) -> (prefix: String, local: String) {
        let start = place
        while let byte = current,
            (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
                || byte == 0x2D || byte == 0x2E || byte == 0x5F || byte == 0x3A || byte >= 0x80
        { place += 1 }
        let parts = String(decoding: bytes[start..<place], as: UTF8.self)
            .split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let isGood = parts.allSatisfy { part in
            guard let first = part.utf8.first else { return false }
            return !(0x30...0x39).contains(first) && first != 0x2D && first != 0x2E
        }
        guard isGood, parts.count <= 2, let last = parts.last else { throw Refusal("a name of the XML is malformed") }
        return (parts.count == 2 ? parts[0] : "", last)
    }

    private mutating func element(depth: Int) throws(Refusal) -> XMLTree {
        guard depth < Self.deepest else { throw Refusal("the XML is too deep") }
        guard elements < limits.elements else { throw Refusal("the XML has too many elements") }
        elements += 1
        try expect(0x3C)
        let tag = try name()
        let (declared, raw) = try attributes()
        for (prefix, namespace) in declared { scope.declare(prefix, namespace) }
        // Reading stops at an error, so only an accepted element has to leave its scope.
        let tree = try element(tag, raw, depth: depth)
        for prefix in declared.keys { scope.leave(prefix) }
        return tree
    }

    /// The rest of a start tag after the name: the namespaces that it declares, and the other attributes.
    private mutating func attributes() throws(Refusal) -> (
        declared: [String: String], raw: [(prefix: String, local: String, value: String)]
    ) {
        var declared: [String: String] = [:]
        var raw: [(prefix: String, local: String, value: String)] = []
        while true {
            let before = place
            skipSpace()
            if current == 0x3E || current == 0x2F { return (declared, raw) }
            guard place > before else { throw Refusal("the XML is malformed") }
            guard declared.count + raw.count < limits.attributes else {
                throw Refusal("an element of the XML has too many attributes")
            }
            let attribute = try name()
            try expect(0x3D)
            let value = try attributeValue()
            if attribute.prefix == "xmlns" || (attribute.prefix.isEmpty && attribute.local == "xmlns") {
                let prefix = attribute.prefix.isEmpty ? "" : attribute.local
                guard prefix != "xml", prefix != "xmlns", !(value.isEmpty && !prefix.isEmpty) else {
                    throw Refusal("a namespace declaration of the XML is not valid")
                }
                guard declared.updateValue(value, forKey: prefix) == nil else {
                    throw Refusal("an attribute of the XML is repeated")
                }
            } else {
                raw.append((attribute.prefix, attribute.local, value))
            }
        }
    }

    /// The rest of an element after its start tag.
    private mutating func element(
        _ tag: (prefix: String, local: String), _ raw: [(prefix: String, local: String, value: String)], depth: Int
    ) throws(Refusal) -> XMLTree {
        var tree = XMLTree(
            prefix: tag.prefix, name: tag.local, namespace: try namespace(tag.prefix), attributes: [], children: [])
        var seen: Set<[String]> = []
        for attribute in raw {
            let namespace = attribute.prefix.isEmpty ? "" : try namespace(attribute.prefix)
            guard seen.insert([attribute.local, namespace]).inserted else {
                throw Refusal("an attribute of the XML is repeated")
            }
            tree.attributes.append(
                .init(
                    prefix: attribute.prefix, name: attribute.local, namespace: namespace, value: attribute.value))
        }
        if current == 0x2F {
            place += 1
            try expect(0x3E)
            return tree
        }
        place += 1
        tree.children = try content(depth: depth)
        let end = try name()
        guard end == tag else { throw Refusal("an element of the XML is not closed") }
        skipSpace()
        try expect(0x3E)
        return tree
    }

    /// The content between two tags; the end tag's `</` is consumed.
    private mutating func content(depth: Int) throws(Refusal) -> [XMLTree.Node] {
        var nodes: [XMLTree.Node] = []
        var text: [UInt8] = []
        func flush() { if !text.isEmpty { nodes.append(.text(String(decoding: text, as: UTF8.self))) } }
        while let byte = current {
            switch byte {
            case 0x3C:
                if starts(with: "</") {
                    flush()
                    place += 2
                    return nodes
                }
                guard !starts(with: "<!"), !starts(with: "<?") else {
                    throw Refusal("the XML contains a comment, a CDATA section or an instruction")
                }
                flush()
                text = []
                nodes.append(.element(try element(depth: depth + 1)))
            case 0x26: text += try reference()
            default:
                text.append(byte)
                place += 1
                // XML 1.0 section 2.4
                guard !(byte == 0x3E && text.suffix(3) == [0x5D, 0x5D, 0x3E]) else {
                    throw Refusal("the XML is malformed")
                }
            }
        }
        throw Refusal("the XML ends too early")
    }

    private mutating func attributeValue() throws(Refusal) -> String {
        guard let quote = current, quote == 0x22 || quote == 0x27 else { throw Refusal("the XML is malformed") }
        place += 1
        var value: [UInt8] = []
        while let byte = current, byte != quote {
            switch byte {
            case 0x3C: throw Refusal("the XML is malformed")
            case 0x26: value += try reference()
            // XML 1.0 section 3.3.3
            case 0x09, 0x0A:
                value.append(0x20)
                place += 1
            default:
                value.append(byte)
                place += 1
            }
        }
        try expect(quote)
        return String(decoding: value, as: UTF8.self)
    }

    private mutating func reference() throws(Refusal) -> [UInt8] {
        let start = place + 1
        while let byte = current, byte != 0x3B, place - start < 10 { place += 1 }
        let name = start <= place ? String(decoding: bytes[start..<place], as: UTF8.self) : ""
        try expect(0x3B)
        switch name {
        case "lt": return [0x3C]
        case "gt": return [0x3E]
        case "amp": return [0x26]
        case "quot": return [0x22]
        case "apos": return [0x27]
        default: break
        }
        let number =
            name.hasPrefix("#x")
            ? UInt32(name.dropFirst(2), radix: 16)
            : name.hasPrefix("#") ? UInt32(name.dropFirst(), radix: 10) : nil
        guard let number, let scalar = Unicode.Scalar(number), Self.isAllowed(scalar) else {
            throw Refusal("the XML contains an entity that is not allowed")
        }
        return Array(String(Character(scalar)).utf8)
    }

    private func namespace(_ prefix: String) throws(Refusal) -> String {
        if prefix.isEmpty { return scope[""] ?? "" }
        guard let uri = scope[prefix] else { throw Refusal("a prefix of the XML is not declared") }
        return uri
    }
}

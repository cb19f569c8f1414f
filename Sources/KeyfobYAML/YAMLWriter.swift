package import KeyfobCore

/// Writes YAML that every reader of YAML 1.1 and 1.2 reads alike: block collections, texts in quotation marks wherever a
/// reader could take them for something else, and members in one order.
package struct YAMLWriter: Sendable {
    private let order: MemberOrder

    /// Returns the text of a value.
    ///
    /// - Parameters:
    ///   - value: the value, an object for a document of a file.
    ///   - order: the order of an object's members.
    ///   - indentation: the spaces before each line.
    package static func text(of value: JSONValue, order: MemberOrder = MemberOrder(), indentation: Int = 0) -> String {
        var out = ""
        YAMLWriter(order: order).write(value, indentation: indentation, isAfterDash: false, to: &out)
        return out
    }

    private func write(_ value: JSONValue, indentation: Int, isAfterDash: Bool, to out: inout String) {
        let margin = String(repeating: " ", count: indentation)
        switch value {
        case .object(let members) where !members.isEmpty:
            for (index, name) in order.sorted(Array(members.keys)).enumerated() {
                if index > 0 || !isAfterDash { out += margin }
                out += scalar(name) + ":"
                writeValue(members[name] ?? .null, indentation: indentation, to: &out)
            }
        case .array(let elements) where !elements.isEmpty:
            for (index, element) in elements.enumerated() {
                if index > 0 || !isAfterDash { out += margin }
                out += "- "
                if isInline(element) {
                    out += inline(element) + "\n"
                } else {
                    write(element, indentation: indentation + 2, isAfterDash: true, to: &out)
                }
            }
        default: out += inline(value) + "\n"
        }
    }

    private func writeValue(_ value: JSONValue, indentation: Int, to out: inout String) {
        if isInline(value) {
            out += " " + inline(value) + "\n"
        } else {
            out += "\n"
            write(value, indentation: indentation + 2, isAfterDash: false, to: &out)
        }
    }

    private func isInline(_ value: JSONValue) -> Bool {
        switch value {
        case .object(let members): members.isEmpty
        case .array(let elements): elements.isEmpty
        default: true
        }
    }

    private func inline(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): scalar(text)
        case .object: "{}"
        case .array: "[]"
        default: value.text()
        }
    }

    /// A text, in quotation marks unless it cannot be anything else.
    private func scalar(_ text: String) -> String {
        isPlain(text) ? text : quoted(text)
    }

    private static let words: Set<String> = ["y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"]

    private func isPlain(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let head = bytes.first, let end = bytes.last, bytes.count <= 500, !Self.words.contains(text.lowercased())
        else {
            return false
        }
        let isLetter = (0x41...0x5A).contains(head) || (0x61...0x7A).contains(head)
        guard isLetter || isGUID(bytes), end != 0x20, end != 0x3A else { return false }
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x40, 0x2B, 0x24, 0x28, 0x29, 0x3D:
                break
            case 0x20: if bytes[index + 1] == 0x23 || bytes[index + 1] == 0x20 { return false }
            case 0x3A: if bytes[index + 1] == 0x20 { return false }
            case 0x23: break
            default: return false
            }
        }
        return true
    }

    private func isGUID(_ bytes: [UInt8]) -> Bool {
        bytes.split(separator: 0x2D, omittingEmptySubsequences: false).map(\.count) == [8, 4, 4, 4, 12]
    }

    private func quoted(_ text: String) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: out += "\\\""
            case 0x5C: out += "\\\\"
            case 0x0A: out += "\\n"
            case 0x09: out += "\\t"
            case 0xFFFE, 0xFFFF: out += Self.escape(scalar)
            // A file is read on terminals too.
            case _ where TerminalText.isUnsafe(scalar): out += Self.escape(scalar)
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let (letter, count) = digits.count > 4 ? ("U", 8) : ("u", 4)
        return "\\\(letter)" + String(repeating: "0", count: count - digits.count) + digits
    }
}

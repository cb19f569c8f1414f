/// Exclusive XML Canonicalization 1.0 without comments (RFC 3741), of an element and all that is in it: the bytes that a
/// signature is about. A namespace is declared where it is first used, and not where it happened to be written.
enum ExclusiveCanonicalForm {
    /// The `Algorithm` that names it.
    static let algorithm = "http://www.w3.org/2001/10/xml-exc-c14n#"

    static func bytes(of element: XMLTree) -> [UInt8] {
        var out = ""
        write(element, declared: [:], to: &out)
        return Array(out.utf8)
    }

    private static func write(_ element: XMLTree, declared outer: [String: String], to out: inout String) {
        var declared = outer
        let tag = element.prefix.isEmpty ? element.name : "\(element.prefix):\(element.name)"
        out += "<\(tag)"
        var used = [element.prefix: element.namespace]
        for attribute in element.attributes where !attribute.prefix.isEmpty && attribute.prefix != "xml" {
            used[attribute.prefix] = attribute.namespace
        }
        for (prefix, uri) in used.sorted(by: { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) })
        where declared[prefix, default: ""] != uri && prefix != "xml" {
            out +=
                prefix.isEmpty
                ? " xmlns=\"\(escaped(attribute: uri))\"" : " xmlns:\(prefix)=\"\(escaped(attribute: uri))\""
            declared[prefix] = uri
        }
        let attributes = element.attributes.sorted { left, right in
            let (first, second) = (Array(left.namespace.utf8), Array(right.namespace.utf8))
            if first != second { return first.lexicographicallyPrecedes(second) }
            return Array(left.name.utf8).lexicographicallyPrecedes(Array(right.name.utf8))
        }
        for attribute in attributes {
            let name = attribute.prefix.isEmpty ? attribute.name : "\(attribute.prefix):\(attribute.name)"
            out += " \(name)=\"\(escaped(attribute: attribute.value))\""
        }
        out += ">"
        for child in element.children {
            switch child {
            case .element(let element): write(element, declared: declared, to: &out)
            case .text(let text): out += escaped(text: text)
            }
        }
        out += "</\(tag)>"
    }

    private static func escaped(text: String) -> String {
        text.unicodeScalars.reduce(into: "") { out, scalar in
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\r": out += "&#xD;"
            default: out.unicodeScalars.append(scalar)
            }
        }
    }

    private static func escaped(attribute: String) -> String {
        attribute.unicodeScalars.reduce(into: "") { out, scalar in
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case "\"": out += "&quot;"
            case "\t": out += "&#x9;"
            case "\n": out += "&#xA;"
            case "\r": out += "&#xD;"
            default: out.unicodeScalars.append(scalar)
            }
        }
    }
}

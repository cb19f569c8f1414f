/// Exclusive XML Canonicalization 1.0 without comments (RFC 3741), of an element with its content: the bytes that a
/// signature covers. A namespace is declared where it is first used, not where it was written.
package enum ExclusiveCanonicalForm {
    /// The `Algorithm` identifier.
    static let algorithm = "http://www.w3.org/2001/10/xml-exc-c14n#"

    package static func bytes(of element: XMLTree) -> [UInt8] {
        var out = ""
        var scope = XMLScope()
        write(element, &scope, to: &out)
        return Array(out.utf8)
    }

    private static func write(_ element: XMLTree, _ scope: inout XMLScope, to out: inout String) {
        let tag = element.prefix.isEmpty ? element.name : "\(element.prefix):\(element.name)"
        out += "<\(tag)"
        var used = [element.prefix: element.namespace]
        for attribute in element.attributes where !attribute.prefix.isEmpty && attribute.prefix != "xml" {
            used[attribute.prefix] = attribute.namespace
        }
        var declared: [String] = []
        for (prefix, uri) in used.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
        where (scope[prefix] ?? "") != uri && prefix != "xml" {
            out +=
                prefix.isEmpty
                ? " xmlns=\"\(escaped(attribute: uri))\"" : " xmlns:\(prefix)=\"\(escaped(attribute: uri))\""
            scope.declare(prefix, uri)
            declared.append(prefix)
        }
        let attributes = element.attributes.sorted { left, right in
            if !left.namespace.utf8.elementsEqual(right.namespace.utf8) {
                return left.namespace.utf8.lexicographicallyPrecedes(right.namespace.utf8)
            }
            return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
        }
        for attribute in attributes {
            let name = attribute.prefix.isEmpty ? attribute.name : "\(attribute.prefix):\(attribute.name)"
            out += " \(name)=\"\(escaped(attribute: attribute.value))\""
        }
        out += ">"
        for child in element.children {
            switch child {
            case .element(let element): write(element, &scope, to: &out)
            case .text(let text): out += escaped(text: text)
            }
        }
        out += "</\(tag)>"
        for prefix in declared { scope.leave(prefix) }
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

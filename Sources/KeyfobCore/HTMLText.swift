/// Text in HTML.
package enum HTMLText {
    private static let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}"]

    /// Escapes text for content and quoted attributes.
    package static func escape(_ text: String) -> String {
        var out = ""
        out.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "'": out += "&#39;"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }

    /// Replaces character references; an unknown one stays as it is.
    package static func decode(_ text: String) -> String {
        guard text.contains("&") else { return text }
        var out = ""
        var rest = text[...]
        while let mark = rest.firstIndex(of: "&") {
            out += rest[..<mark]
            rest = rest[rest.index(after: mark)...]
            let name = rest.prefix { $0 != ";" && $0 != "&" }
            guard rest[name.endIndex...].first == ";", let meaning = meaning(of: name) else {
                out += "&"
                continue
            }
            out += meaning
            rest = rest[rest.index(after: name.endIndex)...]
        }
        return out + rest
    }

    private static func meaning(of name: Substring) -> String? {
        if let known = named[String(name)] { return known }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let isHex = digits.hasPrefix("x") || digits.hasPrefix("X")
        let code = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return code.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }
}

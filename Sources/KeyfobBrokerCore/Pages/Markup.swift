/// Markup. What is interpolated into a literal is escaped unless it is markup itself, so that a page cannot forget to.
struct Markup: Sendable, ExpressibleByStringInterpolation {
    let text: String

    init(stringLiteral value: String) { text = value }
    init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    struct Interpolation: StringInterpolationProtocol {
        var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }
        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ plain: String) { text += Markup.escape(plain) }
        mutating func appendInterpolation(_ markup: Markup?) { text += markup?.text ?? "" }
        mutating func appendInterpolation(_ parts: [Markup]) { for part in parts { text += part.text } }
    }

    private static func escape(_ plain: String) -> String {
        var out = ""
        for scalar in plain.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "'": out += "&#39;"
            // Controls, and marks that change the direction of text: a name must not be able to look like another one.
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}",
                "\u{2066}"..."\u{2069}":
                out += " "
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }
}

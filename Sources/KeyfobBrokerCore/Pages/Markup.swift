import KeyfobCore

/// Markup. What is interpolated into a literal is escaped unless it is markup itself, so that a page cannot forget to.
struct Markup: Sendable, ExpressibleByStringInterpolation {
    let text: String

    init(stringLiteral value: String) { text = value }
    init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    struct Interpolation: StringInterpolationProtocol {
        var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }
        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ plain: String) { text += HTMLText.escape(Markup.plain(plain)) }
        mutating func appendInterpolation(_ markup: Markup?) { text += markup?.text ?? "" }
        mutating func appendInterpolation(_ parts: [Markup]) { for part in parts { text += part.text } }
    }

    /// Without controls, and without marks that change the direction of text: a name must not be able to look like another.
    private static func plain(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    switch scalar {
                    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}",
                        "\u{2066}"..."\u{2069}":
                        " "
                    default: scalar
                    }
                }))
    }
}

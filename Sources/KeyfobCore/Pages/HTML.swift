/// HTML markup. Values that are interpolated into a literal are escaped unless they are markup themselves, so that no
/// page can omit it.
package struct HTML: Sendable, ExpressibleByStringInterpolation {
    /// The markup as it is served.
    package let text: String

    package init(stringLiteral value: String) { text = value }
    package init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    package struct Interpolation: StringInterpolationProtocol {
        var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }
        package mutating func appendLiteral(_ literal: String) { text += literal }
        /// Text that a user reads: no name may look like another.
        package mutating func appendInterpolation(_ text: String) { self.text += HTMLText.escape(HTML.plain(text)) }
        /// A value that a browser sends back or opens: each of its characters is kept.
        package mutating func appendInterpolation(exactly value: String) { text += HTMLText.escape(value) }
        package mutating func appendInterpolation(_ html: HTML?) { text += html?.text ?? "" }
        package mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { text += part.text } }
    }

    /// Replaces control characters, and those that change the direction of text, by spaces.
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

import KeyfobCore

/// Markup. Text that is interpolated into a literal is always escaped, unless it is markup itself.
struct HTML: Sendable, ExpressibleByStringInterpolation {
    let markup: String

    init(stringLiteral value: String) { markup = value }
    init(stringInterpolation: Interpolation) { markup = stringInterpolation.markup }

    struct Interpolation: StringInterpolationProtocol {
        var markup = ""

        init(literalCapacity: Int, interpolationCount: Int) { markup.reserveCapacity(literalCapacity) }
        mutating func appendLiteral(_ literal: String) { markup += literal }
        mutating func appendInterpolation(_ text: String) { markup += HTMLText.escape(text) }
        mutating func appendInterpolation(_ html: HTML) { markup += html.markup }
        mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { markup += part.markup } }
        mutating func appendInterpolation(_ html: HTML?) { markup += html?.markup ?? "" }
    }
}

import KeyfobCore

/// Markup. Text that is interpolated into a literal is always escaped, unless it is markup itself.
package struct HTML: Sendable, ExpressibleByStringInterpolation {
    let markup: String

    package init(stringLiteral value: String) { markup = value }
    package init(stringInterpolation: Interpolation) { markup = stringInterpolation.markup }

    package struct Interpolation: StringInterpolationProtocol {
        var markup = ""

        package init(literalCapacity: Int, interpolationCount: Int) { markup.reserveCapacity(literalCapacity) }
        package mutating func appendLiteral(_ literal: String) { markup += literal }
        package mutating func appendInterpolation(_ text: String) { markup += HTMLText.escape(text) }
        package mutating func appendInterpolation(_ html: HTML) { markup += html.markup }
        package mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { markup += part.markup } }
        package mutating func appendInterpolation(_ html: HTML?) { markup += html?.markup ?? "" }
    }
}

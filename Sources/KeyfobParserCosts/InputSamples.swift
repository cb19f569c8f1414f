import KeyfobCore
import KeyfobIdPCore
import KeyfobSAML

/// Every parser that unauthenticated clients can reach, and the queries of Microsoft Graph, with the worst kinds of input.
enum InputSamples {
    static let limits = InputLimits()

    /// The limits raised, so that the parser's own cost grows.
    static let raisedLimits: InputLimits = {
        var limits = InputLimits()
        limits.headerFields = .max
        limits.cookies = .max
        limits.parameters = .max
        limits.formBytes = .max
        limits.assertion.bytes = .max / 4
        limits.scopes = .max
        limits.claimsBytes = .max
        limits.claims = .max
        limits.assertion.attributes = .max
        limits.assertion.elements = .max
        limits.samlRequest = limits.assertion
        limits.keptBytes = .max
        return limits
    }()

    static let all = requests + values + documents + signed + graph

    /// A text of numbered parts.
    static func text(_ count: Int, _ separator: String, _ part: (Int) -> String) -> String {
        (0..<count).map(part).joined(separator: separator)
    }

    /// Letters that Unicode has to reorder before they can be compared: an "a" under alternating marks above and below
    /// it.
    static func marks(_ count: Int) -> String {
        "a" + String(String.UnicodeScalarView((0..<count).map { $0 % 2 == 0 ? "\u{301}" : "\u{323}" }))
    }
}

/// A kind of text from unauthenticated clients, and the parser for it.
struct InputSample: Sendable {
    let name: String
    /// The smallest size to measure; three doublings follow.
    let start: Int
    /// The size that the provider's limits allow at most.
    let limit: Int
    /// Makes a text of a size, and returns its parsing, which must succeed or fail only at its end.
    let prepare: @Sendable (_ size: Int) -> () -> Void
}

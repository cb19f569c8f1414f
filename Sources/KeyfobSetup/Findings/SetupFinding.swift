public import KeyfobCore

/// A problem of an app's setup that makes a sign-in fail or behave unexpectedly, and its remedy.
///
/// It is a value, for a check that lists every problem, and an error, which is the ``KeyfobCore/AuthError/cause`` of the
/// error that an initialiser throws.
public struct SetupFinding: Error, Sendable, Hashable {
    /// The rule that made the finding.
    public let code: Code
    /// Whether sign-in fails.
    public let severity: Severity
    /// The problem, in a sentence that names the key and the value.
    public let message: String
    /// The consequence, in a sentence.
    public let meaning: String
    /// The remedy, in a sentence.
    public let remedy: String
    /// The text to paste, each with its place.
    public let snippets: [SetupSnippet]

    /// Makes a finding.
    public init(
        _ code: Code, _ severity: Severity, _ message: String, meaning: String, remedy: String,
        snippets: [SetupSnippet] = []
    ) {
        self.code = code
        self.severity = severity
        self.message = message
        self.meaning = meaning
        self.remedy = remedy
        self.snippets = snippets
    }

    /// The severity of a finding.
    public enum Severity: String, Sendable, Hashable, CaseIterable {
        /// Sign-in fails.
        case error
        /// Sign-in works, but something that the app may rely on does not.
        case warning
    }

    /// The finding as the SDK's error, with code `configuration`; the finding itself is its cause.
    public var authError: AuthError {
        var error = AuthError.configuration("\(message) \(meaning)", remedy: remedy)
        error.cause = self
        return error
    }
}

extension SetupFinding: CustomStringConvertible {
    /// The code and the three sentences.
    public var description: String { "\(code): \(message) \(meaning) \(remedy)" }
}

public import KeyfobCore

/// One thing in an app's setup that would fail, or surprise, at the first sign-in, and what to do about it.
///
/// It is a value, for a check that lists everything; and an error, so that it is the
/// ``KeyfobCore/AuthError/cause`` of what an initialiser throws.
public struct SetupFinding: Error, Sendable, Hashable {
    /// Which rule found it.
    public let code: Code
    /// Whether sign-in fails.
    public let severity: Severity
    /// What is there, or is not, in a sentence that names the key and the value.
    public let message: String
    /// What would come of it, in a sentence.
    public let meaning: String
    /// What to do, in a sentence.
    public let remedy: String
    /// What to paste, each with the place where it belongs.
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

    /// How much a finding matters.
    public enum Severity: String, Sendable, Hashable, CaseIterable {
        /// Sign-in fails with it.
        case error
        /// Sign-in works, and something that the app may count on does not.
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

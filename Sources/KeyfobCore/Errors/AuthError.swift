/// The one error that Keyfob's SDK throws, made for acting on.
///
/// ``code-swift.property`` says what to do, ``origin`` who said so, ``message`` what happened, ``remedy`` what to do
/// next. It never holds a token, a code or a password.
///
/// ```swift
/// do {
///     result = try await application.acquireTokenSilent(parameters)
/// } catch AuthError.interactionRequired {
///     result = try await application.acquireToken(interactive)
/// }
/// ```
public struct AuthError: Error, Sendable {
    /// What kind of failure it is: the thing to switch over.
    public var code: Code
    /// Who said so.
    public var origin: Origin
    /// What happened, in a sentence.
    public var message: String
    /// What to do next, in a sentence; nil where nothing can be advised.
    public var remedy: String?
    /// What the server's answer said, where there was one.
    public var server: ServerDetails?
    /// When it makes sense to try again, in seconds from now (`Retry-After`).
    public var retryAfter: Double?
    /// The request's correlation id, for asking an administrator.
    public var correlationID: String?
    /// The scopes that were granted, where some were declined.
    public var grantedScopes: ScopeSet?
    /// The scopes that were declined.
    public var declinedScopes: ScopeSet?
    /// The error underneath, where there is one.
    public var cause: (any Error)?
    /// Whether no server was asked, because it has answered an equal request with this error shortly before.
    public var isThrottleHit = false

    /// Makes an error.
    public init(
        _ code: Code, origin: Origin, message: String, remedy: String? = nil, server: ServerDetails? = nil,
        retryAfter: Double? = nil, correlationID: String? = nil, grantedScopes: ScopeSet? = nil,
        declinedScopes: ScopeSet? = nil, cause: (any Error)? = nil
    ) {
        self.code = code
        self.origin = origin
        self.message = message
        self.remedy = remedy
        self.server = server
        self.retryAfter = retryAfter
        self.correlationID = correlationID
        self.grantedScopes = grantedScopes
        self.declinedScopes = declinedScopes
        self.cause = cause
    }

    /// An error of how the app or the person configured something.
    public static func configuration(_ message: String, remedy: String? = nil) -> AuthError {
        AuthError(.configuration, origin: .app, message: message, remedy: remedy)
    }
}

extension AuthError {
    /// What a next request, mostly an interactive one, must ask for so that the server or the resource is content;
    /// nil where nobody said so, or where what was said is no claims request.
    public var claimsChallenge: ClaimsRequest? {
        server?.claimsChallenge.flatMap { try? ClaimsRequest(challenge: $0) }
    }
}

extension AuthError {
    /// Who said that something failed.
    public enum Origin: String, Sendable, Hashable {
        /// The app's own call or configuration.
        case app
        /// The credential store.
        case store
        /// The network below HTTP's answer.
        case network
        /// The identity provider.
        case server
        /// The broker.
        case broker
        /// The browser or other user agent.
        case userAgent
    }

    /// What an identity provider said in its error (RFC 6749 section 5.2, and the Microsoft dialect).
    public struct ServerDetails: Sendable, Hashable {
        /// `error`
        public var error: String
        /// `error_description`, as it came.
        public var description: String?
        /// `suberror`
        public var suberror: String?
        /// The numbers of `error_codes`: 50126 stands for AADSTS50126.
        public var codes: [Int]
        /// `claims`: what a next interactive request must ask for.
        public var claimsChallenge: String?
        /// HTTP status; 0 if the error came by redirect.
        public var status: Int
        /// `trace_id`
        public var traceID: String?
        /// The header fields of the answer that help whoever looks into it: identifiers of the server's log, its time,
        /// when to come back. Never one that sets a cookie or holds a credential.
        public var headerFields: [String: String] = [:]

        /// Makes the details.
        public init(
            error: String, description: String? = nil, suberror: String? = nil, codes: [Int] = [],
            claimsChallenge: String? = nil, status: Int = 0, traceID: String? = nil
        ) {
            self.error = error
            self.description = description
            self.suberror = suberror
            self.codes = codes
            self.claimsChallenge = claimsChallenge
            self.status = status
            self.traceID = traceID
        }
    }
}

extension AuthError: CustomStringConvertible {
    /// The message, the remedy and the identifiers, as one readable paragraph without secrets.
    public var description: String {
        var parts = [message, remedy ?? ""].filter { !$0.isEmpty }.map(Self.sentence)
        if let server {
            let numbers = server.codes.map { "AADSTS\($0)" }.joined(separator: ", ")
            let names = [server.error, numbers.isEmpty || server.error.isEmpty ? numbers : "(\(numbers))"]
            // A server that failed without a word has no name to tell.
            let said = names.filter { !$0.isEmpty }.joined(separator: " ")
            if !said.isEmpty { parts.append("Server: \(said).") }
        }
        if let retryAfter { parts.append("Try again in \(Int64(clamping: retryAfter.rounded(.up))) s.") }
        if let correlationID { parts.append("Correlation id: \(correlationID).") }
        return parts.joined(separator: " ")
    }

    /// A text with a full stop, unless it ends a sentence already.
    private static func sentence(_ text: String) -> String {
        guard let last = text.last, !".!?:)`\"".contains(last), !endsWithCommand(text) else { return text }
        return text + "."
    }

    /// Whether a command stands at the end, after a colon: it is meant to be copied.
    private static func endsWithCommand(_ text: String) -> Bool {
        guard let colon = text.ranges(of: ": ").last else { return false }
        return ["keyfob ", "chmod "].contains { text[colon.upperBound...].hasPrefix($0) }
    }
}

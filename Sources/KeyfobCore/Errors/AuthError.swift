/// The error that Keyfob's SDK throws.
///
/// ``code-swift.property`` is the value to act on, ``origin`` is the source of the error, ``message`` describes it, and
/// ``remedy`` is the next step. It never contains a token, a code or a password.
///
/// ```swift
/// do {
///     result = try await application.acquireTokenSilent(parameters)
/// } catch AuthError.interactionRequired {
///     result = try await application.acquireToken(interactive)
/// }
/// ```
public struct AuthError: Error, Sendable {
    /// The kind of failure, to switch over.
    public var code: Code
    /// The source of the error.
    public var origin: Origin
    /// What happened, as a sentence.
    public var message: String
    /// The next step, as a sentence; nil if there is no advice.
    public var remedy: String?
    /// The details of the server's error response, if there was one.
    public var server: ServerDetails?
    /// The time to wait before trying again, in seconds (`Retry-After`).
    public var retryAfter: Double?
    /// The correlation id of the request, for asking an administrator.
    public var correlationID: String?
    /// The scopes that were granted, if some were declined.
    public var grantedScopes: ScopeSet?
    /// The scopes that were declined.
    public var declinedScopes: ScopeSet?
    /// The underlying error, if there is one.
    public var cause: (any Error)?
    /// Whether no request was sent, because the server returned this error for an equal request shortly before.
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

    /// Makes an error for an invalid argument or configuration.
    public static func configuration(_ message: String, remedy: String? = nil) -> AuthError {
        AuthError(.configuration, origin: .app, message: message, remedy: remedy)
    }
}

extension AuthError {
    /// The source of an error.
    public enum Origin: String, Sendable, Hashable {
        /// The app's call or configuration.
        case app
        /// The credential store.
        case store
        /// The network, below the HTTP response.
        case network
        /// The identity provider.
        case server
        /// The broker.
        case broker
        /// The browser or other user agent.
        case userAgent
    }

    /// The details of an identity provider's error response (RFC 6749 section 5.2, and the Microsoft dialect).
    public struct ServerDetails: Sendable, Hashable {
        /// `error`
        public var error: String
        /// `error_description`, as received.
        public var description: String?
        /// `suberror`
        public var suberror: String?
        /// The numbers of `error_codes`: 50126 for AADSTS50126.
        public var codes: [Int]
        /// `claims`: the claims that the next interactive request must contain.
        public var claimsChallenge: String?
        /// HTTP status; 0 if the error came by redirect.
        public var status: Int
        /// `trace_id`
        public var traceID: String?
        /// The response's header fields that help with diagnosis: identifiers in the server's log, its time, the time
        /// to wait. Never one that sets a cookie or contains a credential.
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
            // Some errors have no name.
            let said = names.filter { !$0.isEmpty }.joined(separator: " ")
            if !said.isEmpty { parts.append("Server: \(said).") }
        }
        if let retryAfter { parts.append("Try again in \(Int64(clamping: retryAfter.rounded(.up))) s.") }
        if let correlationID { parts.append("Correlation id: \(correlationID).") }
        return parts.joined(separator: " ")
    }

    /// Adds a full stop, unless the text already ends a sentence.
    private static func sentence(_ text: String) -> String {
        guard let last = text.last, !".!?:)`\"".contains(last), !endsWithCommand(text) else { return text }
        return text + "."
    }

    /// Whether the text ends with a command after a colon, which users copy.
    private static func endsWithCommand(_ text: String) -> Bool {
        guard let colon = text.ranges(of: ": ").last else { return false }
        return ["keyfob ", "chmod "].contains { text[colon.upperBound...].hasPrefix($0) }
    }
}

extension AuthError.ServerDetails {
    /// The number of an Azure AD B2C error: 90118 (the user forgot the password) for `AADB2C90118: ...`; nil for every
    /// other error. B2C sends it only in ``description``.
    public var b2cCode: Int? {
        guard let description, description.hasPrefix("AADB2C") else { return nil }
        let digits = description.utf8.dropFirst(6).prefix { (0x30...0x39).contains($0) }
        return Int(String(decoding: Array(digits.prefix(9)), as: UTF8.self))
    }
}

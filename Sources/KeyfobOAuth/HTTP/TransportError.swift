/// The reason why there is no complete HTTP response.
public struct TransportError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The stable name.
        public let rawValue: String
        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The stable name.
        public var description: String { rawValue }

        /// The name could not be resolved, or no connection was made.
        public static let cannotConnect = Code(rawValue: "cannotConnect")
        /// The connection broke before the response was complete: the server may have processed the request.
        public static let connectionLost = Code(rawValue: "connectionLost")
        /// The time-out was reached.
        public static let timedOut = Code(rawValue: "timedOut")
        /// The server's certificate is not trusted, or not for that host.
        public static let untrustedCertificate = Code(rawValue: "untrustedCertificate")
        /// The body was longer than the limit.
        public static let bodyTooLarge = Code(rawValue: "bodyTooLarge")
        /// The response is not HTTP, or is incomplete.
        public static let invalidResponse = Code(rawValue: "invalidResponse")
        /// The calling task was cancelled.
        public static let cancelled = Code(rawValue: "cancelled")
    }

    /// The kind of failure.
    public let code: Code
    /// What happened, as a sentence; without the query or body of the request.
    public let message: String
    /// The underlying error of the library.
    public let underlying: (any Error)?

    /// Makes an error.
    public init(_ code: Code, message: String, underlying: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.underlying = underlying
    }

    /// The code and the message.
    public var description: String { "\(code): \(message)" }
}

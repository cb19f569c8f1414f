/// Why no complete HTTP response came.
public struct TransportError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The stable name.
        public let rawValue: String
        /// Makes a code of its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The stable name.
        public var description: String { rawValue }

        /// The name could not be resolved, or no connection was made.
        public static let cannotConnect = Code(rawValue: "cannotConnect")
        /// The connection broke before the answer was complete: nobody knows whether the server did what it was asked.
        public static let connectionLost = Code(rawValue: "connectionLost")
        /// The time was up.
        public static let timedOut = Code(rawValue: "timedOut")
        /// The server's certificate is not trusted, or not for that host.
        public static let untrustedCertificate = Code(rawValue: "untrustedCertificate")
        /// The body was longer than is accepted.
        public static let bodyTooLarge = Code(rawValue: "bodyTooLarge")
        /// What came is not HTTP, or breaks off.
        public static let invalidResponse = Code(rawValue: "invalidResponse")
        /// The calling task was cancelled.
        public static let cancelled = Code(rawValue: "cancelled")
    }

    /// What kind of failure it is.
    public let code: Code
    /// What happened, in a sentence; without the query or body of the request.
    public let message: String
    /// The error of the library underneath.
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

import KeyfobCore
import KeyfobOAuth

extension AdminClient {
    /// A fault that replaces the response to the next requests of an endpoint.
    public struct Fault: Sendable {
        enum Kind: Sendable {
            case error(Int)
            case status(Int, retryAfter: Int?, body: String)
            case late(milliseconds: Int)
            case drop
        }

        let kind: Kind

        /// An error of the catalogue, as the catalogue defines it: 50076 stands for AADSTS50076.
        public static func error(_ number: Int) -> Fault { Fault(kind: .error(number)) }

        /// An HTTP status.
        ///
        /// - Parameters:
        /// - status: 100 to 599.
        /// - retryAfter: `Retry-After` in seconds.
        /// - body: `json`, `html`, `text` or `empty`.
        public static func status(_ status: Int, retryAfter: Int? = nil, body: String = "json") -> Fault {
            Fault(kind: .status(status, retryAfter: retryAfter, body: body))
        }

        /// The genuine response, delayed by that many milliseconds.
        public static func late(milliseconds: Int) -> Fault { Fault(kind: .late(milliseconds: milliseconds)) }

        /// The connection is closed without a response.
        public static let drop = Fault(kind: .drop)
    }

    /// Sets a fault.
    ///
    /// - Parameters:
    /// - fault: The fault.
    /// - endpoint: `token`, `authorize`, `discovery`, `keys`, `files` and so on.
    /// - count: The number of requests that it affects; 0 removes it.
    /// - clientID: The client whose requests it affects; nil for all clients.
    /// - user: The principal name of the user whom an error affects; at `token` and `authorize` only.
    /// - claims: The claims that the error requires of the next request: the JSON of a claims request.
    public func order(
        _ fault: Fault, at endpoint: String, count: Int = 1, clientID: String? = nil, user: String? = nil,
        claims: String? = nil
    ) async throws {
        var body: [String: JSONValue] = ["endpoint": .string(endpoint), "count": .integer(count)]
        body["client_id"] = clientID.map { .string($0) }
        body["user"] = user.map { .string($0) }
        body["claims"] = claims.map { .string($0) }
        switch fault.kind {
        case .error(let number): body["aadsts"] = .integer(number)
        case .status(let status, let retryAfter, let kind):
            body["status"] = .integer(status)
            body["retry_after"] = retryAfter.map { .integer($0) }
            body["body"] = .string(kind)
        case .late(let milliseconds): body["delay_ms"] = .integer(milliseconds)
        case .drop: body["drop"] = true
        }
        _ = try await call(.post, "/_admin/force-error", .object(body))
    }
}

public import KeyfobCore
public import KeyfobOAuth

/// Administers a provider with its admin token: by Microsoft Graph, by files, and by the admin API for what Graph has no
/// word for.
public struct AdminClient: Sendable {
    /// A response that is not a success.
    public struct Refusal: Error, CustomStringConvertible {
        /// The HTTP status.
        public let status: Int
        /// A description of the refusal.
        public let description: String
    }

    /// The provider's address.
    public let base: HTTPURL
    private let transport: any HTTPTransport
    private let token: Secret<String>

    /// Makes a client.
    public init(base: HTTPURL, transport: any HTTPTransport, token: Secret<String>) {
        self.base = base
        self.transport = transport
        self.token = token
    }

    /// Advances the provider's clock, and with it every clock that reads its file.
    public func advanceClock(seconds: Int) async throws {
        _ = try await call(.post, "/_admin/clock", ["advance_seconds": .integer(seconds)])
    }

    /// Ends every session and refresh token of a user.
    public func revoke(user: String) async throws {
        try await graph(.post, "users/\(user)/revokeSignInSessions")
    }

    /// The sign-in log's entries after a sequence number.
    public func signIns(after sequence: Int64 = 0) async throws -> [JSONValue] {
        try await call(.get, "/_admin/trace", query: "after=\(sequence)")["entries"]?.arrayValue ?? []
    }

    /// The sequence number of the sign-in log's last entry.
    public func lastSignIn() async throws -> Int64 {
        try await signIns().compactMap { $0["seq"]?.integerValue }.max() ?? 0
    }

    /// The number of entries of a kind after a sequence number.
    public func count(_ event: String, after sequence: Int64 = 0) async throws -> Int {
        try await signIns(after: sequence).count { $0["event"]?.stringValue == event }
    }

    /// Sends any request.
    ///
    /// - Returns: The JSON of the response; null if there is none.
    /// - Throws: ``Refusal`` for another status than 2xx.
    @discardableResult
    public func call(
        _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, query: String? = nil
    ) async throws -> JSONValue {
        var request = HTTPRequest(method: method, url: base.with(path: path, query: query))
        request.fields.set("Authorization", "Bearer \(token.reveal())")
        if let body {
            request.fields.set("Content-Type", "application/json")
            request.body = body.bytes()
        }
        let response = try await transport.send(request)
        guard response.isSuccess else {
            let body = try? JSONValue(parsing: response.body)
            let reason = body?["error_description"]?.stringValue ?? body?["error"]?["message"]?.stringValue
            throw Refusal(
                status: response.status,
                description: "The provider answered \(response.status) to \(path). \(reason ?? "")")
        }
        return response.body.isEmpty ? .null : try JSONValue(parsing: response.body)
    }
}

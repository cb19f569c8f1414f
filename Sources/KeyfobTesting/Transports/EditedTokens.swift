public import KeyfobCore
public import KeyfobOAuth

/// A provider that changes what its token endpoint answers.
public struct EditedTokens: HTTPTransport {
    private let base: any HTTPTransport
    private let edit: @Sendable (inout [String: JSONValue]) -> Void

    /// Makes a transport over another.
    ///
    /// - Parameters:
    ///   - base: sends the requests.
    ///   - edit: changes the members of each answer of status 200.
    public init(base: any HTTPTransport, edit: @escaping @Sendable (inout [String: JSONValue]) -> Void) {
        self.base = base
        self.edit = edit
    }

    /// Sends a request by the other transport, and edits the answer if it has tokens.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        var response = try await base.send(request)
        guard request.url.path.hasSuffix("/token"), response.status == 200,
            var members = (try? JSONValue(parsing: response.body))?.objectValue
        else { return response }
        edit(&members)
        response.body = JSONValue.object(members).bytes()
        return response
    }
}

package import KeyfobCore
package import KeyfobOAuth

/// A provider whose token responses are changed.
package struct EditedTokens: HTTPTransport {
    private let base: any HTTPTransport
    private let edit: @Sendable (inout [String: JSONValue]) -> Void

    /// Makes a transport over another.
    ///
    /// - Parameters:
    /// - base: Sends the requests.
    /// - edit: Changes the members of each response with status 200.
    package init(base: any HTTPTransport, edit: @escaping @Sendable (inout [String: JSONValue]) -> Void) {
        self.base = base
        self.edit = edit
    }

    /// Sends a request by the other transport, and edits the response if it has tokens.
    package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        var response = try await base.send(request)
        guard request.url.path.hasSuffix("/token"), response.status == 200,
            var members = (try? JSONValue(parsing: response.body))?.objectValue
        else { return response }
        edit(&members)
        response.body = JSONValue.object(members).bytes()
        return response
    }
}

/// A provider whose `client_info` contains identifiers of no particular form.
package struct MaskedIdentifiers: HTTPTransport {
    /// The information that it returns for every user.
    package let info: ClientInfo
    private let edited: EditedTokens

    /// Makes a transport over another.
    ///
    /// - Parameters:
    /// - base: Sends the requests.
    /// - seed: Determines the identifiers; the same for the same seed.
    package init(_ base: any HTTPTransport, seed: UInt64) {
        let random = SeededRandomSource(seed: seed)
        let letters = Array("abcxyzABCXYZ0189~-_/+= .:%äß漢")
        func text() -> String { String((0..<(1 + random.below(40))).map { _ in letters[random.below(letters.count)] }) }
        let info = ClientInfo(uid: text(), utid: text())
        self.info = info
        edited = EditedTokens(base: base) { $0["client_info"] = .string(info.rawValue) }
    }

    /// Sends a request by the other transport, and edits the response if it has tokens.
    package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        try await edited.send(request)
    }
}

package import KeyfobCore
package import KeyfobOAuth
import Testing

/// A transport whose exchanges with Graph are all judged: each fault is an issue of the running test. Other requests pass
/// through it unjudged.
package struct JudgedGraph: HTTPTransport {
    /// The address below which Graph is: the provider's.
    package let base: HTTPURL
    /// The bearer token of ``callAsFunction(_:_:_:consistency:)``; nil for none.
    package var token: String?
    private let transport: any HTTPTransport
    private let description: GraphDescription

    /// Makes a judge around a transport.
    ///
    /// - Throws: An error if the description cannot be read.
    package init(_ transport: any HTTPTransport, base: HTTPURL, token: String? = nil) throws {
        self.base = base
        self.token = token
        self.transport = transport
        description = try GraphDescription.published()
    }

    /// Sends a request, and judges it with its response.
    package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let response = try await transport.send(request)
        if let exchange = GraphExchange(request, response) {
            for fault in description.judge(exchange) {
                Issue.record("\(request.method) \(request.url.path): \(fault)")
            }
        }
        return response
    }

    /// A response to a request of ``callAsFunction(_:_:_:consistency:)``.
    package struct Reply: Sendable {
        /// The status.
        package let status: Int
        /// The header fields.
        package let fields: HTTPFields
        /// The body; null if it is empty or not JSON.
        package let body: JSONValue
        /// The code of an error.
        package var code: String? { body["error"]?["code"]?.stringValue }
        /// The elements of a collection.
        package var value: [JSONValue] { body["value"]?.arrayValue ?? [] }
        /// A member of the body.
        package subscript(name: String) -> JSONValue? { body[name] }
    }

    /// Sends a request to Graph as ``token`` authorizes it.
    ///
    /// - Parameters:
    ///   - path: The path below the version, with its query, percent-escaped or not: `/users?$filter=displayName eq 'Ada'`.
    ///   - consistency: Whether the request has the header field `ConsistencyLevel: eventual`.
    @discardableResult
    package func callAsFunction(
        _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, consistency: Bool = false
    ) async throws -> Reply {
        let halves = path.split(separator: "?", maxSplits: 1).map(String.init)
        let url = base.with(
            path: "/v1.0" + Self.escaped(halves.first ?? ""), query: halves.count > 1 ? Self.escaped(halves[1]) : nil)
        var request = HTTPRequest(method: method, url: url)
        if let token { request.fields.set("Authorization", "Bearer \(token)") }
        if consistency { request.fields.set("ConsistencyLevel", "eventual") }
        if let body {
            request.fields.set("Content-Type", "application/json")
            request.body = body.bytes()
        }
        let response = try await send(request)
        return Reply(
            status: response.status, fields: response.fields,
            body: (try? JSONValue(parsing: response.body)) ?? .null)
    }

    private static func escaped(_ text: String) -> String {
        text.contains("%") ? text : text.addingPercentEscapes(besides: "/'()$=&,:@!*+;~-._")
    }
}

extension String {
    /// The text with percent-escapes for all but ASCII's letters and digits and the given characters.
    fileprivate func addingPercentEscapes(besides kept: String) -> String {
        utf8.map { byte in
            let scalar = Character(UnicodeScalar(byte))
            let isKept = byte < 0x80 && (scalar.isLetter || scalar.isNumber || kept.contains(scalar))
            let hexadecimal = String(byte, radix: 16, uppercase: true)
            return isKept ? String(scalar) : "%" + (hexadecimal.count < 2 ? "0" : "") + hexadecimal
        }
        .joined()
    }
}

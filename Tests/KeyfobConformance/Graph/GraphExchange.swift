package import KeyfobCore
package import KeyfobOAuth

/// A request to Graph with its response, as the judge takes them.
package struct GraphExchange: Sendable {
    /// The method.
    package var method: HTTPMethod
    /// The path below `/v1.0`, without percent-escapes: `/users/ada@contoso.test`.
    package var path: String
    /// The options of the query, in order.
    package var query: [(name: String, value: String)]
    /// The header fields of the request.
    package var fields: HTTPFields
    /// The body of the request; nil if it has none that is JSON.
    package var body: JSONValue?
    /// The status of the response.
    package var status: Int
    /// The header fields of the response.
    package var responseFields: HTTPFields
    /// The body of the response, as it was sent.
    package var responseBody: [UInt8]
    /// Whether it was one request of a batch: those have fewer header fields.
    package var isInBatch = false

    /// Takes an exchange whose URL begins with an address of Graph.
    ///
    /// - Returns: nil if the path is not below `/v1.0`, or if the URL cannot be read.
    package init?(_ request: HTTPRequest, _ response: HTTPResponse) {
        guard request.url.path.hasPrefix("/v1.0/") else { return nil }
        let path = String(request.url.path.dropFirst("/v1.0".count))
        guard let target = GraphTarget(path, query: request.url.query) else { return nil }
        method = request.method
        self.path = target.path
        query = target.query
        fields = request.fields
        // A body that is not JSON is none: then its absence is the fault.
        body = try? JSONValue(parsing: request.body)
        status = response.status
        responseFields = response.fields
        responseBody = response.body
    }

    init(
        method: HTTPMethod, target: GraphTarget, fields: HTTPFields, body: JSONValue?, status: Int,
        responseFields: HTTPFields, responseBody: [UInt8]
    ) {
        self.method = method
        path = target.path
        query = target.query
        self.fields = fields
        self.body = body
        self.status = status
        self.responseFields = responseFields
        self.responseBody = responseBody
        isInBatch = true
    }

    /// Whether the response is a success.
    var isSuccess: Bool { (200..<300).contains(status) }

    /// The value of an option.
    func option(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// The members that `$select` names; nil if there is no `$select`, or if it asks for all.
    var selected: [String]? {
        guard let select = option("$select"), !select.contains("*") else { return nil }
        return select.split(separator: ",").map { $0.trimmingPrefix(" ").description }
            .map { $0.split(separator: "/").first.map(String.init) ?? $0 }
    }
}

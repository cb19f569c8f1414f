public import KeyfobCore

/// An HTTP response as a value: what a server answers and what a client was answered.
public struct HTTPResponse: Sendable, Hashable {
    /// The status code.
    public var status: Int
    /// The header fields.
    public var fields: HTTPFields
    /// The content.
    public var body: [UInt8]

    /// Makes a response.
    public init(status: Int, fields: HTTPFields = HTTPFields(), body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// A response with a JSON document.
    public static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status: status, fields: ["Content-Type": "application/json; charset=utf-8"], body: value.bytes())
    }

    /// Whether the status says that the request was done (2xx).
    public var isSuccess: Bool { (200..<300).contains(status) }
}

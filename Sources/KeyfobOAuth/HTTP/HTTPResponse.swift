public import KeyfobCore

/// An HTTP response as a value, for clients and servers.
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

    /// Makes a response with a JSON document.
    public static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status: status, fields: ["Content-Type": "application/json; charset=utf-8"], body: value.bytes())
    }

    /// Whether the status is a success (2xx).
    public var isSuccess: Bool { (200..<300).contains(status) }
}

extension HTTPResponse: CustomStringConvertible, CustomReflectable {
    /// Status and size; never the fields or the body.
    public var description: String { "HTTP \(status) (\(body.count) bytes)" }
    /// A mirror without children, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

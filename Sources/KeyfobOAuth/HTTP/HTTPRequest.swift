import KeyfobBackport
public import KeyfobCore

/// An HTTP request as a value, for clients and servers.
public struct HTTPRequest: Sendable, Hashable {
    /// The method.
    public var method: HTTPMethod
    /// The absolute URL.
    public var url: HTTPURL
    /// The header fields.
    public var fields: HTTPFields
    /// The content.
    public var body: [UInt8]
    /// The minimum time to wait for the response, in seconds, if it exceeds the transport's time-out. The server may
    /// process a request even if the client stops waiting.
    public var patienceSeconds: Double?

    /// Makes a request.
    public init(method: HTTPMethod, url: HTTPURL, fields: HTTPFields = HTTPFields(), body: [UInt8] = []) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
    }

    /// Makes a `GET` request for JSON.
    public static func get(_ url: HTTPURL) -> HTTPRequest {
        HTTPRequest(method: .get, url: url, fields: ["Accept": "application/json"])
    }

    /// Makes a `POST` request with a form that accepts JSON, as token endpoints require (RFC 6749 section 3.2).
    package static func form(_ url: HTTPURL, _ parameters: FormParameters) -> HTTPRequest {
        HTTPRequest(
            method: .post, url: url,
            fields: [
                "Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded;charset=utf-8",
            ],
            body: Array(parameters.encoded.utf8))
    }
}

extension HTTPRequest {
    /// Returns how long a transport waits for the response, in seconds: the given time, or `patienceSeconds` if that is
    /// longer, up to an hour.
    package func timeout(atLeast seconds: Double) -> Double {
        guard let patienceSeconds, patienceSeconds > seconds else { return seconds }
        return min(patienceSeconds, 3600)
    }

    /// Parses the parameters of the URL's query.
    ///
    /// - Throws: ``FormError`` if they are malformed.
    package func queryParameters() throws(FormError) -> FormParameters {
        try queryParameters(atMost: FormParameters.maximumCount)
    }

    /// Does the same with another limit.
    package func queryParameters(atMost count: Int) throws(FormError) -> FormParameters {
        try FormParameters(parsing: url.query ?? "", atMost: count)
    }

    /// Parses the form in the body.
    ///
    /// - Throws: ``FormError`` if the content type is another, or the form is malformed.
    package func formParameters() throws(FormError) -> FormParameters {
        try formParameters(atMost: FormParameters.maximumCount)
    }

    /// Does the same with another limit.
    package func formParameters(atMost count: Int) throws(FormError) -> FormParameters {
        let expected = "application/x-www-form-urlencoded"
        let sent = fields["Content-Type"] ?? ""
        let isExpected =
            sent == expected
            || sent.part(before: ";").lowercased().utf8.lazy.filter { $0 != UInt8(ascii: " ") }
                .elementsEqual(expected.utf8)
        guard isExpected else {
            throw FormError(message: "The content type is not application/x-www-form-urlencoded.")
        }
        guard let text = String(valid: body, as: UTF8.self) else {
            throw FormError(message: "The form is not UTF-8.")
        }
        return try FormParameters(parsing: text, atMost: count)
    }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
    /// Method, URL and size; never the query, the fields or the body, which contain codes and tokens.
    public var description: String { "\(method) \(url.origin)\(url.path) (\(body.count) bytes)" }
    /// A mirror without children, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A request method (RFC 9110 section 9), compared exactly.
public struct HTTPMethod: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The method as written on the wire.
    public let rawValue: String
    /// Makes a method from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The method as written on the wire.
    public var description: String { rawValue }

    /// `GET`
    public static let get = HTTPMethod(rawValue: "GET")
    /// `POST`
    public static let post = HTTPMethod(rawValue: "POST")
    /// `PUT`
    public static let put = HTTPMethod(rawValue: "PUT")
    /// `DELETE`
    public static let delete = HTTPMethod(rawValue: "DELETE")
    /// `PATCH`
    public static let patch = HTTPMethod(rawValue: "PATCH")
    /// `HEAD`
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// `OPTIONS`
    public static let options = HTTPMethod(rawValue: "OPTIONS")
}

/// An answer that the next requests to an endpoint get instead of the true one.
public struct ForcedError: Sendable, Hashable, Codable {
    /// The endpoint's name, as ``Endpoint`` spells it.
    public var endpoint: String
    /// How many more requests get it.
    public var count: Int
    /// The HTTP status.
    public var status: Int
    /// `Retry-After` in seconds.
    public var retryAfter: Int?
    /// `error`
    public var error: String?
    /// The AADSTS number.
    public var number: Int?
    /// `json`, `html`, `text` or `empty`
    public var body: String

    /// Makes a forced error.
    public init(
        endpoint: String, count: Int, status: Int, retryAfter: Int? = nil, error: String? = nil, number: Int? = nil,
        body: String = "json"
    ) {
        self.endpoint = endpoint
        self.count = count
        self.status = status
        self.retryAfter = retryAfter
        self.error = error
        self.number = number
        self.body = body
    }
}

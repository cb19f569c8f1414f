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
    /// The client whose requests alone get it; nil for every client's.
    public var clientID: String?
    /// The principal name of the user in whose name alone it is said; nil for every user.
    public var user: String?
    /// `suberror`, where it is another than the catalogue's.
    public var suberror: String?
    /// `claims`: what a next interactive request must ask for.
    public var claims: String?
    /// How many milliseconds the answer takes longer than it needs.
    public var delay: Int?
    /// Whether the connection is closed instead of answered.
    public var drops: Bool?
    /// Whether the true answer is given after all: a delay alone.
    public var answersTruly: Bool?

    /// Makes a forced error.
    public init(
        endpoint: String, count: Int, status: Int, retryAfter: Int? = nil, error: String? = nil, number: Int? = nil,
        body: String = "json", clientID: String? = nil, user: String? = nil, delay: Int? = nil, drops: Bool? = nil,
        answersTruly: Bool? = nil
    ) {
        self.endpoint = endpoint
        self.count = count
        self.status = status
        self.retryAfter = retryAfter
        self.error = error
        self.number = number
        self.body = body
        self.clientID = clientID
        self.user = user
        self.delay = delay
        self.drops = drops
        self.answersTruly = answersTruly
    }
}

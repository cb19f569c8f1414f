/// A response that the next requests to an endpoint get instead of the real one.
package struct ForcedError: Sendable, Hashable, Codable {
    /// The endpoint's name, as `Endpoint` spells it.
    package var endpoint: String
    /// The number of further requests that get it.
    package var count: Int
    /// The HTTP status.
    package var status: Int
    /// `Retry-After` in seconds.
    package var retryAfter: Int?
    /// `error`
    package var error: String?
    /// The AADSTS number.
    package var number: Int?
    /// `json`, `html`, `text` or `empty`
    package var body: String
    /// The client whose requests get it; nil for every client.
    package var clientID: String?
    /// The principal name of the user for whose requests it is returned; nil for every user.
    package var user: String?
    /// `suberror`, where it differs from the catalogue's.
    package var suberror: String?
    /// `claims`: the claims that the next interactive request has to contain.
    package var claims: String?
    /// The milliseconds by which the response is delayed.
    package var delay: Int?
    /// Whether the connection is closed without a response.
    package var drops: Bool?
    /// Whether the real response is returned, after the delay.
    package var answersTruly: Bool?

    /// Makes a forced error.
    package init(
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

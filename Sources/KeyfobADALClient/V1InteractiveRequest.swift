public import KeyfobBrokerClient
public import KeyfobCore
public import KeyfobFlows
public import KeyfobOAuth

/// The parameters of a sign-in at the version 1 endpoints.
public struct V1InteractiveRequest: Sendable {
    /// The resource, authority and user of the token.
    public var request: V1Request
    /// Where the response is sent, as registered.
    public var redirectURI: RedirectURI
    /// The page that must be shown; nil leaves it to the server.
    public var prompt: Prompt?
    /// Further parameters of the authorization request; they never replace one of its own.
    public var extraParameters = FormParameters()
    /// Whether a broker is asked: ADAL's credentials type, which is off by default.
    public var brokerUse = BrokerUse.never
    /// Whether the broker must have the user enter credentials (`force`).
    public var forcesBrokerPrompt = false
    /// The user agent that shows the pages; nil means the environment's.
    public var userAgent: (any UserAgent)?

    /// Makes a request.
    public init(_ request: V1Request, redirectURI: RedirectURI, prompt: Prompt? = nil) {
        self.request = request
        self.redirectURI = redirectURI
        self.prompt = prompt
    }
}

public import KeyfobCore
public import KeyfobFlows
public import KeyfobOAuth

/// What a person is asked for at the version 1 endpoints.
public struct V1InteractiveRequest: Sendable {
    /// What the token is for, and who must sign in.
    public var request: V1Request
    /// Where the answer goes, as registered.
    public var redirectURI: RedirectURI
    /// What must be shown; nil leaves it to the server.
    public var prompt: Prompt?
    /// Further parameters of the authorization request; they never replace one of its own.
    public var extraParameters = FormParameters()
    /// Whether a broker is asked: ADAL's credentials type, which begins without one.
    public var brokerUse = BrokerUse.never
    /// Whether the broker has to have the person enter credentials (`force`).
    public var forcesBrokerPrompt = false
    /// Shows the pages; nil means the environment's.
    public var userAgent: (any UserAgent)?

    /// Makes a request.
    public init(_ request: V1Request, redirectURI: RedirectURI, prompt: Prompt? = nil) {
        self.request = request
        self.redirectURI = redirectURI
        self.prompt = prompt
    }
}

package import KeyfobBrokerClient
package import KeyfobCore
package import KeyfobFlows
package import KeyfobOAuth

/// The parameters of a sign-in at the version 1 endpoints.
package struct V1InteractiveRequest: Sendable {
    /// The resource, authority and user of the token.
    package var request: V1Request
    /// Where the response is sent, as registered.
    package var redirectURI: RedirectURI
    /// The page that must be shown; nil leaves it to the server.
    package var prompt: Prompt?
    /// Further parameters of the authorization request; they never replace one of its own.
    package var extraParameters = FormParameters()
    /// Whether a broker is asked: ADAL's credentials type, which is off by default.
    package var brokerUse = BrokerUse.never
    /// Whether the broker must have the user enter credentials (`force`).
    package var forcesBrokerPrompt = false
    /// The user agent that shows the pages; nil means the environment's.
    package var userAgent: (any UserAgent)?

    /// Makes a request.
    package init(_ request: V1Request, redirectURI: RedirectURI, prompt: Prompt? = nil) {
        self.request = request
        self.redirectURI = redirectURI
        self.prompt = prompt
    }
}

package import KeyfobBrokerClient
public import KeyfobBrokerProtocol
public import KeyfobCore

extension PublicClientApplication {
    /// Returns the broker's information about the device: its owner and its registration.
    ///
    /// - Parameter correlationID: the id of the call in the broker's log; made up if nil.
    /// - Returns: the information; empty if there is no broker.
    /// - Throws: `AuthError` with code `brokerFailed` if the broker fails.
    public func deviceInformation(correlationID: String? = nil) async throws(AuthError) -> BrokerDeviceInfo {
        try await brokerRouting.deviceInformation(correlationID: correlationID)
    }

    /// Whether the operating system has a single sign-on extension for the provider of the app's authority, and the
    /// app's environment reaches it.
    public func hasSingleSignOnExtension() async -> Bool { await brokerRouting.hasSingleSignOnExtension() }

    /// Handles a URL that the operating system passed to the app, if it is a broker's response.
    ///
    /// Call it from `application(_:open:options:)`, and from `scene(_:openURLContexts:)` for each context. An app that
    /// has both delegates calls it from both; a URL that comes twice is handled once. If the system ended the app while
    /// the broker was in front, the response to that run's request is handled too: its tokens go into the store, and
    /// ``resumedResponse()`` returns its outcome. That response needs an application with the same client, redirect URI
    /// and access group.
    ///
    /// - Parameters:
    ///   - url: the URL, unchanged.
    ///   - sourceApplication: the app that opened it (`UIApplication.OpenURLOptionsKey.sourceApplication`); nil if the
    ///     system does not state it. A URL from an app other than the broker is not handled.
    /// - Returns: whether the URL was for the SDK; if not, the app handles it.
    @discardableResult
    public func handleResponse(_ url: String, sourceApplication: String?) -> Bool {
        brokerSignIn.handleResponse(url, sourceApplication: sourceApplication)
    }

    /// The outcome of the response to a request of the app's earlier run. It is returned once; nil if there was none.
    public func resumedResponse() async -> ResumedResponse? { await brokerSignIn.resumedResponse() }
}

extension PublicClientApplication: BrokerResponseReceiver {
    package func prospect(of url: String, sourceApplication: String?) -> BrokerResponseMatch {
        brokerSignIn.prospect(of: url, sourceApplication: sourceApplication)
    }
}

package import KeyfobIdPModel
package import KeyfobOAuth

/// Learns what happens in a provider, for its operator: an adapter makes log lines, metrics and spans of it.
///
/// It is called on the path of each request, so it must not wait. What it gets contains no secret, and no text that a
/// client chose freely.
package protocol ProviderObserver: Sendable {
    /// A request has arrived.
    func began(_ request: HTTPRequest) -> any RequestObservation
    /// Something has happened, in a request or apart from one.
    func observe(_ event: ProviderEvent)
}

/// Learns the end of one request.
package protocol RequestObservation: Sendable {
    /// The response is ready.
    func ended(_ request: HandledRequest)
}

/// A request to which the provider has responded.
package struct HandledRequest: Sendable {
    /// Its endpoint by the route table; nil if no route matches.
    package let endpoint: Endpoint?
    /// The status of the response; nil if the connection is closed instead.
    package let status: Int?
    /// The time from its arrival to its response.
    package let duration: Duration
    /// The correlation id, which the client may have chosen: letters, digits and hyphens.
    package let correlationID: String
    /// The response's `x-ms-request-id`.
    package let requestID: String
    /// The client, if it is registered.
    package let clientID: String?
    /// The tenant's id.
    package let tenantID: String?
    /// The number of the AADSTS error, if it was refused.
    package let errorCode: Int?
    /// What it has added to the sign-in log.
    package let events: [SignInEvent]
}

/// What happens in a provider.
package enum ProviderEvent: Sendable {
    /// A request met an error that is not the client's.
    case internalError(InternalError)
    /// A transaction has ended. Its body ran that often; more than once means that it lost races.
    case transaction(TransactionResult, runs: Int, duration: Duration)
    /// A password was compared, or not because too many waited.
    case password(isChecked: Bool, duration: Duration)
    /// A piece of the expired data was removed, and there is more or not; nil if that was not possible.
    case purge(isMore: Bool?, duration: Duration)
}

/// How a transaction has ended.
package enum TransactionResult: String, Sendable, CaseIterable {
    /// Its work is stored.
    case committed
    /// Its body refused the request.
    case refused
    /// The store failed.
    case failed
}

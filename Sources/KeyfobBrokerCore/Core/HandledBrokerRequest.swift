package import KeyfobCore

/// A request to which the broker has responded, for the log of the device's owner.
package struct HandledBrokerRequest: Sendable {
    /// The app's correlation id, which is also in the response; nil if the request has none.
    package let correlationID: String?
    /// The app that the operating system has identified; nil if it has not.
    package let bundleID: String?
    /// The error in the response; nil if there is none.
    package let error: AuthError?

    /// Whether the error is the broker's own: the app, the user and the provider cannot avoid it.
    package var isInternalError: Bool { error?.origin == .store }

    /// Describes a request.
    package init(correlationID: String?, bundleID: String?, error: AuthError?) {
        self.correlationID = correlationID
        self.bundleID = bundleID
        self.error = error
    }
}

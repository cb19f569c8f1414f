public import Foundation

extension ADAuthenticationContext {
    /// Takes a URL by which the app was opened, if it is a broker's response. An app need not call it where the context
    /// subscribes to the app's URLs itself (`BrokerAccess.urls`); a second delivery does nothing.
    ///
    /// The system may have ended the app meanwhile, and start it with the response before a context is made: the newest
    /// response is then kept in memory for the next context. Since no context has subscribed to the app's URLs by then,
    /// an app that makes its first context later than in `application(_:didFinishLaunchingWithOptions:)` must forward
    /// them.
    ///
    /// - Returns: false for any other URL, which the app may handle; for a response that belongs to no call that is
    ///   under way and to no possible call of an earlier run; and for one from an app that is not a broker.
    #if canImport(ObjectiveC)
    @objc(handleADALResponse:sourceApplication:)
    #endif
    @discardableResult
    public static func handleADALResponse(_ response: URL?, sourceApplication: String?) -> Bool {
        guard let response else { return false }
        if ADBrokeredClients.current.take(response.absoluteString, sourceApplication: sourceApplication) { return true }
        if isResponse(fromBroker: sourceApplication, response: response) {
            ADLogger.write(.warn, "A broker's response that no call is waiting for was dropped.")
        }
        return false
    }

    /// Whether a URL is a broker's response: it comes from a broker and has the members of a response.
    #if canImport(ObjectiveC)
    @objc(isResponseFromBroker:response:)
    #endif
    public static func isResponse(fromBroker sourceApplication: String?, response: URL?) -> Bool {
        let brokers = ["com.microsoft.azureauthenticator", "com.microsoft.azureauthenticator-df"]
        guard let sourceApplication, brokers.contains(sourceApplication.lowercased()), let response,
            let items = URLComponents(url: response, resolvingAgainstBaseURL: false)?.queryItems
        else { return false }
        let names = Set(items.map(\.name))
        return names.isSuperset(of: ["response", "hash"]) || names.contains("error_code")
    }

    /// The name of ``handleADALResponse(_:sourceApplication:)`` before 2.7.15.
    #if canImport(ObjectiveC)
    @objc(handleBrokerResponse:)
    #endif
    @discardableResult
    public static func handleBrokerResponse(_ response: URL?) -> Bool {
        handleADALResponse(response, sourceApplication: nil)
    }
}

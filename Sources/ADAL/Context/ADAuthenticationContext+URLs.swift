public import Foundation

extension ADAuthenticationContext {
    /// Takes a URL by which the app was opened, if it is a broker's answer. An app need not call it where the context hooks
    /// into the app's URLs by itself (`BrokerAccess.urls`); if it does nevertheless, nothing happens twice.
    ///
    /// The system may have ended the app meanwhile, and start it with the answer before there is a context: then it is kept
    /// in memory, the newest one, for the context that is made next. Nobody has hooked into the app's URLs by then; an app
    /// that makes its first context later than in `application(_:didFinishLaunchingWithOptions:)` hands them on.
    ///
    /// - Returns: false for every other URL, which is the app's own affair; and for an answer that no call waits for, nor
    ///   one of the app's earlier run can have waited for, or that comes from an app that is no broker.
    #if canImport(ObjectiveC)
    @objc(handleADALResponse:sourceApplication:)
    #endif
    @discardableResult
    public static func handleADALResponse(_ response: URL?, sourceApplication: String?) -> Bool {
        guard let response else { return false }
        if ADBrokeredClients.current.take(response.absoluteString, sourceApplication: sourceApplication) { return true }
        if isResponse(fromBroker: sourceApplication, response: response) {
            ADLogger.write(.warn, "A broker's answer came that no call waits for; it was dropped.")
        }
        return false
    }

    /// Whether a URL is a broker's answer: it comes from a broker and has the members of one.
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

    /// The name before 2.7.15 of ``handleADALResponse(_:sourceApplication:)``.
    #if canImport(ObjectiveC)
    @objc(handleBrokerResponse:)
    #endif
    @discardableResult
    public static func handleBrokerResponse(_ response: URL?) -> Bool {
        handleADALResponse(response, sourceApplication: nil)
    }
}

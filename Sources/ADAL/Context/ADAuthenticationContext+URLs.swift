public import Foundation

extension ADAuthenticationContext {
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

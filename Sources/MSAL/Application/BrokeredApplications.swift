import Foundation
import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobClient

/// The applications of this process, one of which a broker's response belongs to: the response to the call that is
/// under way, or to one of an earlier run of the app.
final class BrokeredApplications: Sendable {
    private let router = BrokerResponseRouter<PublicClientApplication>(.msal)

    /// Registers an application while it exists. A response that arrived before it is delivered to it.
    func add(_ application: MSALPublicClientApplication) { router.add(application.core) { _, _ in Self.announce() } }

    /// Delivers a URL to the application that it belongs to.
    ///
    /// - Returns: whether there is such an application.
    func handle(_ url: String, sourceApplication: String?) -> Bool {
        guard router.take(url, sourceApplication: sourceApplication) != nil else { return false }
        Self.announce()
        return true
    }

    /// Keeps a URL for an application that is not made yet, if it may be a broker's response to a request of an earlier
    /// run.
    ///
    /// - Returns: whether the URL was kept.
    func keep(_ url: String, sourceApplication: String?) -> Bool {
        router.keep(url, sourceApplication: sourceApplication) { _, _ in Self.announce() }
    }

    private static func announce() {
        NotificationCenter.default.post(
            name: NSNotification.Name(MSALWebAuthDidReceiveResponseFromBroker), object: nil)
    }
}

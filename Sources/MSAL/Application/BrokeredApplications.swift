import Foundation
import KeyfobBrokerProtocol
import KeyfobClient

/// The applications of this process: to one of them a broker's reply belongs, be it to the call that is under way or to one
/// of an earlier run of the app.
final class BrokeredApplications: Sendable {
    private let desk = BrokerReplyDesk<PublicClientApplication>(.msal)

    /// Remembers an application for as long as it is there. A reply that came before it is handed to it.
    func add(_ application: MSALPublicClientApplication) { desk.add(application.core) { _, _ in Self.announce() } }

    /// Hands a URL to the application that it belongs to.
    ///
    /// - Returns: whether there is one.
    func handle(_ url: String, sourceApplication: String?) -> Bool {
        guard desk.take(url, sourceApplication: sourceApplication) != nil else { return false }
        Self.announce()
        return true
    }

    /// Keeps a URL for an application that is yet to be made, if it may be a broker's reply to one of an earlier run.
    ///
    /// - Returns: whether it may.
    func keep(_ url: String, sourceApplication: String?) -> Bool {
        desk.keep(url, sourceApplication: sourceApplication) { _, _ in Self.announce() }
    }

    private static func announce() {
        NotificationCenter.default.post(
            name: NSNotification.Name(MSALWebAuthDidReceiveResponseFromBroker), object: nil)
    }
}

import KeyfobClient
import Synchronization

/// The applications of this process: to one of them a broker's reply belongs, be it to the call that is under way or to one
/// of an earlier run of the app.
final class BrokeredApplications: Sendable {
    private struct Entry: Sendable {
        weak var application: MSALPublicClientApplication?
    }

    private let entries = Mutex<[Entry]>([])

    /// Remembers an application for as long as it is there.
    func add(_ application: MSALPublicClientApplication) {
        entries.withLock { entries in
            entries.removeAll { $0.application == nil }
            entries.append(Entry(application: application))
        }
    }

    /// Hands a URL to the application that it belongs to.
    ///
    /// - Returns: whether there is one.
    func handle(_ url: String, sourceApplication: String?) -> Bool {
        let applications = entries.withLock { $0.compactMap(\.application) }
        return applications.contains { $0.core.handleResponse(url, sourceApplication: sourceApplication) }
    }
}

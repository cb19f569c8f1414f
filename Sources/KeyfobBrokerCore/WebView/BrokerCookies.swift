import Foundation
import KeyfobCore
import KeyfobOAuth
import Synchronization

/// The cookies of the broker's web view, which nothing else sees. They are kept in the vault between two starts.
final class BrokerCookies: Sendable {
    private let jar: Mutex<CookieJar>

    init(_ jar: CookieJar = CookieJar()) { self.jar = Mutex(jar) }

    /// What is to be kept.
    var contents: CookieJar { jar.withLock { $0 } }

    func receive(_ fields: [String], from url: HTTPURL, now: Date) {
        guard !fields.isEmpty else { return }
        jar.withLock { $0.receive(fields, from: url, now: now) }
    }

    func field(for url: HTTPURL, now: Date) -> String? { jar.withLock { $0.field(for: url, now: now) } }

    /// Whether there are none.
    var isEmpty: Bool { jar.withLock { $0.count == 0 } }

    /// Forgets those that requests to these hosts would carry.
    func remove(sentTo hosts: Set<String>) { jar.withLock { $0.remove(sentTo: hosts) } }

    /// Forgets all of them.
    func clear() { jar.withLock { $0 = CookieJar() } }
}

import Foundation
import KeyfobBackport
import KeyfobCore
import KeyfobOAuth

/// The cookies of the broker's web view, which no app sees. They are stored in the vault between runs.
final class BrokerCookies: Sendable {
    private let jar: Mutex<CookieJar>

    init(_ jar: CookieJar = CookieJar()) { self.jar = Mutex(jar) }

    /// The cookies to store.
    var contents: CookieJar { jar.withLock { $0 } }

    func receive(_ fields: [String], from url: HTTPURL, now: Date) {
        guard !fields.isEmpty else { return }
        jar.withLock { $0.receive(fields, from: url, now: now) }
    }

    func field(for url: HTTPURL, now: Date) -> String? { jar.withLock { $0.field(for: url, now: now) } }

    /// Whether there are no cookies.
    var isEmpty: Bool { jar.withLock { $0.count == 0 } }

    /// Removes the cookies that requests to these hosts would contain.
    func remove(sentTo hosts: Set<String>) { jar.withLock { $0.remove(sentTo: hosts) } }

    /// Removes all cookies.
    func clear() { jar.withLock { $0 = CookieJar() } }
}

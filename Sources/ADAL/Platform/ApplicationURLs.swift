#if os(iOS) && canImport(UIKit)
import Foundation
import KeyfobBrokerClient
import KeyfobBackport
import UIKit

/// The URLs that iOS opens the app with, before the app's delegate gets them.
///
/// An app with scenes gets its URLs in the scene delegate, which is unchanged, as in ADAL: it passes them to
/// ``ADAuthenticationContext/handleADALResponse(_:sourceApplication:)``. Compiled against stubs, never run.
final class ApplicationURLs: AppURLs {
    static let shared = ApplicationURLs()

    private let listeners = Mutex<[@Sendable (String, String?) -> Bool]>([])

    private init() {}

    /// Hooks into the delegate with the first listener: at once, or when the app has a delegate.
    func offer(to listener: @escaping @Sendable (_ url: String, _ sourceApplication: String?) -> Bool) {
        let isFirst = listeners.withLock { listeners in
            defer { listeners.append(listener) }
            return listeners.isEmpty
        }
        guard isFirst else { return }
        // Never removed: the process has one instance.
        _ = NotificationCenter.default.addObserver(
            forName: UIApplication.didFinishLaunchingNotification, object: nil, queue: .main
        ) { _ in
            MainActor.assumeIsolated { self.hook() }
        }
        Task { @MainActor in self.hook() }
    }

    @MainActor
    private func hook() {
        DelegateHook.install { [weak self] url, source in self?.take(url, source) ?? false }
    }

    /// The listeners are called without the lock, since they may take long.
    private func take(_ url: String, _ source: String?) -> Bool {
        listeners.withLock { $0 }.contains { $0(url, source) }
    }
}
#endif

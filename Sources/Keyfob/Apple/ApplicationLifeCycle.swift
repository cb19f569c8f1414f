#if os(iOS) && canImport(UIKit)
import Foundation
import KeyfobBrokerClient
import UIKit

/// The app's life cycle as UIKit reports it, in its order and on the main thread.
struct ApplicationLifeCycle: AppLifeCycle {
    func observe(_ observer: @escaping @Sendable (AppLifeCycleEvent) -> Void) -> any AppLifeCycleObservation {
        let notifications: [(NSNotification.Name, AppLifeCycleEvent)] = [
            (UIApplication.willResignActiveNotification, .willResignActive),
            (UIApplication.didEnterBackgroundNotification, .didEnterBackground),
            (UIApplication.willEnterForegroundNotification, .willEnterForeground),
            (UIApplication.didBecomeActiveNotification, .didBecomeActive),
        ]
        return Observation(
            notifications.map { name, event in
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in observer(event) }
            })
    }

    /// Unchecked because of the tokens, which are only passed back.
    private final class Observation: AppLifeCycleObservation, @unchecked Sendable {
        private let tokens: [any NSObjectProtocol]

        init(_ tokens: [any NSObjectProtocol]) { self.tokens = tokens }

        deinit { cancel() }

        func cancel() {
            for token in tokens { NotificationCenter.default.removeObserver(token) }
        }
    }
}
#endif

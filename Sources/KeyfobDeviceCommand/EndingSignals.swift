#if Server && os(Linux)
import Dispatch
import Foundation
import Synchronization

/// The signals that request a process to end: calls back once, on the first, while this object exists.
final class EndingSignals {
    private let sources: [any DispatchSourceSignal]

    init(_ body: @escaping @Sendable () -> Void) {
        let once = Once(body)
        sources = [SIGTERM, SIGINT, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { once.run() }
            source.resume()
            return source
        }
    }

    deinit { for source in sources { source.cancel() } }

    private final class Once: Sendable {
        private let body: Mutex<(@Sendable () -> Void)?>

        init(_ body: @escaping @Sendable () -> Void) { self.body = Mutex(body) }

        func run() {
            let body = self.body.withLock { body in
                defer { body = nil }
                return body
            }
            body?()
        }
    }
}
#endif

import Dispatch

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The signals that ask a server to stop: SIGINT and SIGTERM.
///
/// Once an instance exists, these signals no longer end the process by themselves; make it before one may arrive.
package final class ShutdownSignals {
    private let signals: AsyncStream<Void>
    private let sources: [any DispatchSourceSignal]

    /// Starts to watch for the signals.
    package init() {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        self.signals = signals
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield() }
            source.resume()
            return source
        }
    }

    /// Waits for the first signal.
    package func first() async {
        var iterator = signals.makeAsyncIterator()
        await iterator.next()
        for source in sources { source.cancel() }
    }
}

import Dispatch

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The signals by which a person or a supervisor asks a server to stop: SIGINT and SIGTERM.
///
/// From its making on they no longer end the process by themselves, so make it before anybody may send one.
public final class ShutdownSignals {
    private let signals: AsyncStream<Void>
    private let sources: [any DispatchSourceSignal]

    /// Begins to watch.
    public init() {
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

    /// Waits for the first of them.
    public func first() async {
        var iterator = signals.makeAsyncIterator()
        await iterator.next()
        for source in sources { source.cancel() }
    }
}

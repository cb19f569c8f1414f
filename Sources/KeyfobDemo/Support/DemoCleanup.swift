#if Server
import Dispatch
import Foundation
import KeyfobBackport

/// The early end of the demo, by ctrl-C or by a signal to this process: everything that was started is removed first.
final class DemoCleanup: Sendable {
    private enum State {
        case open
        /// The action that clears the demo.
        case ready(@Sendable () async -> Void)
        /// Ctrl-C came while the demo was being set.
        case wanted(Int32)
        case falling
    }

    private let state = Mutex(State.open)
    private let sources: Sources

    init() {
        sources = Sources()
        sources.start { [weak self] in self?.fall($0) }
    }

    /// Sets the action that clears the demo. Ends the process at once if a signal came before.
    func rise(_ clear: @escaping @Sendable () async -> Void) async {
        let wanted = state.withLock { state -> Int32? in
            if case .wanted(let signal) = state {
                state = .falling
                return signal
            }
            state = .ready(clear)
            return nil
        }
        guard let wanted else { return }
        await clear()
        Self.end(wanted)
    }

    /// Marks the demo as ended, so that it clears the demo itself.
    ///
    /// - Returns: False if a signal has come already: the process then ends by itself.
    func lower() -> Bool {
        state.withLock { state in
            if case .falling = state { return false }
            state = .open
            return true
        }
    }

    /// Ends the process as the signal would, without waiting for the thread that reads the person's next line.
    private static func end(_ signal: Int32) -> Never {
        _exit(128 + signal)
    }

    private func fall(_ signal: Int32) {
        let clear = state.withLock { state -> (@Sendable () async -> Void)? in
            switch state {
            case .ready(let clear):
                state = .falling
                return clear
            case .open: state = .wanted(signal)
            // A second signal ends the process without waiting.
            case .wanted, .falling: Self.end(signal)
            }
            return nil
        }
        guard let clear else { return }
        Task {
            await clear()
            Self.end(signal)
        }
    }

    /// Dispatch's sources, which are made once and released with this object.
    private final class Sources: @unchecked Sendable {
        // Not changed after `start`, which is called before another thread has this object.
        private var sources: [any DispatchSourceSignal] = []

        func start(_ body: @escaping @Sendable (Int32) -> Void) {
            sources = [SIGINT, SIGTERM, SIGHUP].map { number in
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
                source.setEventHandler { body(number) }
                source.resume()
                return source
            }
        }

        deinit { for source in sources { source.cancel() } }
    }
}
#endif

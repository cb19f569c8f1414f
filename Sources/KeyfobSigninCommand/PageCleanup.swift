#if Server && LinuxTransport
import Dispatch
import Foundation
import KeyfobUserAgents

/// Removes the file that leads the browser to the sign-in page when a signal ends this process, while this object exists:
/// Ctrl-C, the end of the terminal, and `kill`. The process then ends by that signal, as without it.
final class PageCleanup {
    private let sources: [any DispatchSourceSignal]

    init() {
        sources = [SIGINT, SIGTERM, SIGHUP].compactMap { number in
            let former = signal(number, SIG_IGN)
            // nohup(1) and shells ignore a signal for a program that is to survive it.
            guard unsafeBitCast(former, to: Int.self) != Self.ignored else { return nil }
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                LeadingPage.removeAll()
                signal(number, SIG_DFL)
                var one = sigset_t()
                sigemptyset(&one)
                sigaddset(&one, number)
                // Threads of asynchronous code block signals.
                pthread_sigmask(SIG_UNBLOCK, &one, nil)
                raise(number)
            }
            source.resume()
            return source
        }
    }

    deinit { for source in sources { source.cancel() } }

    /// `SIG_IGN`, which C declares as an address.
    private static let ignored = 1
}
#endif

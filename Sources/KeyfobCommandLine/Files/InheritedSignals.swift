#if Server
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The treatment of signals that this process was started with.
enum InheritedSignals {
    /// `SIG_IGN`, which C declares as an address.
    private static let ignored = 1

    /// Whether a reader that closes a pipe ends a process. Libraries for the network change this.
    private static let isPipeIgnored: Bool = {
        let former = signal(SIGPIPE, SIG_DFL)
        signal(SIGPIPE, former)
        return unsafeBitCast(former, to: Int.self) == ignored
    }()

    /// Remembers it; called before any library runs.
    static func remember() { _ = isPipeIgnored }

    /// Restores it for a program that takes the place of this process and inherits what this process has.
    ///
    /// The threads of asynchronous code block every signal: the user could not interrupt the program.
    static func restore() {
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        signal(SIGPIPE, isPipeIgnored ? SIG_IGN : SIG_DFL)
    }
}
#endif

#if os(Linux)
import Dispatch
import Foundation
import KeyfobBackport
package import KeyfobDeviceProtocol

/// Starts apps for the switchboard.
package protocol AppLauncher: Sendable {
    /// Starts an app, without waiting for it.
    ///
    /// - Parameters:
    ///   - launch: the parameters.
    ///   - ended: called once when the app has ended, from any thread, and never before `launch` has returned.
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError`` with code `failed` if it cannot be started.
    func launch(
        _ launch: AppLaunch, ended: @escaping @Sendable (_ outcome: String) -> Void
    ) throws(DeviceError) -> any LaunchedApp

    /// Ends every process of a user, whichever process started it, and waits until they have ended.
    ///
    /// - Returns: whether none is left.
    func endAll(of userID: UInt32) -> Bool
}

/// A launched app.
package protocol LaunchedApp: Sendable {
    /// The process id.
    var processID: Int32 { get }
    /// Whether it is still running.
    var isAlive: Bool { get }
    /// Ends it at once, with all that it has started itself.
    func kill()
}

/// The parameters of an app's launch.
package struct AppLaunch: Sendable, Hashable {
    /// The app.
    package var bundleID: String
    /// The program, in the installed bundle.
    package var executable: String
    /// The program's arguments, without its name.
    package var arguments: [String]
    /// The whole environment.
    package var environment: [String: String]
    /// The folder that the program starts in.
    package var home: String
    /// The user id that the program gets; nil if it keeps the switchboard's (``AppIsolation/insecureSingleUser``).
    package var userID: UInt32?
    /// The file that standard output and standard error are appended to, up to a limit.
    package var logPath: String
}

/// An app that is code in the switchboard's own process: it ends on request.
final class ResidentApp: LaunchedApp {
    private let ended: Mutex<(@Sendable () -> Void)?>

    init(ended: @escaping @Sendable () -> Void) { self.ended = Mutex(ended) }

    var processID: Int32 { getpid() }
    var isAlive: Bool { ended.withLock { $0 != nil } }

    func kill() {
        let ended = self.ended.withLock { ended in
            defer { ended = nil }
            return ended
        }
        // Like a process's end: on another thread, later.
        if let ended { DispatchQueue.global().async { ended() } }
    }
}
#endif

import Foundation
public import KeyfobDeviceProtocol
import Synchronization

/// Apps that are closures of this process instead of processes: for tests of what apps do with the device.
///
/// Who an app is then rests on which end of a pair of sockets it was given; there is no wall between such apps.
public final class InProcessLauncher: AppLauncher {
    /// An app's program: gets the environment that a process would get, and connects with
    /// ``Switchboard/connect(as:)``.
    public typealias Program = @Sendable (AppLaunch) -> Void

    private final class App: LaunchedApp {
        let processID: Int32
        private let ended: Mutex<(@Sendable (String) -> Void)?>

        init(processID: Int32, ended: @escaping @Sendable (String) -> Void) {
            self.processID = processID
            self.ended = Mutex(ended)
        }

        var isAlive: Bool { ended.withLock { $0 != nil } }

        func kill() {
            let ended = self.ended.withLock { ended in
                defer { ended = nil }
                return ended
            }
            // As a process's end is noticed: by another thread, later.
            if let ended { DispatchQueue.global().async { ended("signal 9") } }
        }
    }

    private struct State {
        var programs: [String: Program] = [:]
        var lastProcessID: Int32 = 0
    }

    private let state = Mutex(State())

    /// Makes a launcher that knows no programs.
    public init() {}

    /// Says what runs when an app is launched.
    public func register(_ bundleID: String, _ program: @escaping Program) {
        state.withLock { $0.programs[bundleID] = program }
    }

    /// Runs the app's closure on a thread of its own.
    public func launch(
        _ launch: AppLaunch, ended: @escaping @Sendable (String) -> Void
    ) throws(DeviceFault) -> any LaunchedApp {
        let (program, processID) = state.withLock { state in
            state.lastProcessID &+= 1
            return (state.programs[launch.bundleID], state.lastProcessID)
        }
        guard let program else {
            throw DeviceFault(.failed, "No program was registered for \(launch.bundleID).")
        }
        Thread.detachNewThread { program(launch) }
        return App(processID: processID, ended: ended)
    }
}

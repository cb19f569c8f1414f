#if Server && os(Linux)
import Dispatch
import Foundation
import KeyfobDevice
import KeyfobDeviceProtocol

/// Runs the switchboard as the first process of a process namespace: `/proc` can be mounted there without other
/// processes, and the kernel ends every app with it.
enum ProcessNamespace {
    /// Whether this process is root only in a user namespace, which can have such a namespace and may not have one yet.
    static var isWanted: Bool {
        guard geteuid() == 0, let map = FileManager.default.contents(atPath: "/proc/self/uid_map") else { return false }
        return !String(decoding: map, as: UTF8.self).contains("4294967295")
    }

    /// Runs this command again in such a namespace, ends it when this process is asked to end, and waits for it.
    ///
    /// The inner process ends when its standard input ends: a signal would not get past the program between the two,
    /// and there is none when this process is killed.
    ///
    /// - Parameter arguments: the arguments of this command, its name first.
    /// - Returns: its exit code; nil if the kernel grants no such namespace, as within most containers.
    static func run(_ arguments: [String]) async throws(DeviceError) -> Int32? {
        let unshare = try UserNamespace.tool("unshare")
        let options = ["--pid", "--fork", "--mount-proc", "--kill-child", "--"]
        guard try ChildStart.run(unshare, options + [try UserNamespace.tool("true")]).status == 0 else { return nil }
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? arguments[0]
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw DeviceError(.failed, "No pipe can be made.") }
        let (reading, writing) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let processID = try ChildStart.spawn(
            unshare, [unshare] + options + [own] + arguments.dropFirst() + ["--until-input-ends"], input: reading)
        close(reading)
        let signals = EndingSignals { close(writing) }
        let status = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: ChildStart.wait(for: processID)) }
        }
        withExtendedLifetime(signals) {}
        return status
    }
}
#endif

#if os(Linux)
import KeyfobCore
import KeyfobDeviceProtocol

/// A launched app: its process, its connections, and the events that wait until it listens.
struct RunningApp: Sendable {
    /// How many events may wait for an app that does not listen, before it is ended.
    static let queueLimit = 1024

    let app: InstalledApp
    /// The number of this launch: the end of an earlier process must not be taken for this one's.
    let launchNumber: Int64
    let process: any LaunchedApp
    var sessions: [Int: AppSession] = [:]
    /// The connection that receives events: the first that was ready.
    var listener: AppSession?
    var queue: [DevicePacket] = []
    /// Closures to call when it has ended, in that order.
    var endings: [@Sendable (inout DeviceState) -> Void] = []
    /// Whether the device has requested its end.
    var isEndRequested = false
    /// Calls that arrived while it was ending: they are for its next launch.
    var successors: [DevicePacket] = []

    /// Whether it no longer receives anything: it counts as running until all that it has left behind has ended, which
    /// may take a while.
    var isEnding: Bool { isEndRequested || !process.isAlive }

    /// Returns whether it can take more calls: other apps' calls may fill neither the queue of one that is starting,
    /// nor the connection of one that does not read.
    ///
    /// - Parameter isEnding: whether the calls wait for its next launch.
    func mayTakeCalls(isEnding: Bool) -> Bool {
        if isEnding { return successors.count < Self.queueLimit / 2 }
        return listener.map { $0.waiting() < Self.waitingLimit } ?? (queue.count < Self.queueLimit / 2)
    }

    /// How many bytes may wait for a listening app before it gets no more calls.
    private static let waitingLimit = 1 << 22

    /// Removes a call from the events that wait for the app.
    ///
    /// - Returns: whether it was there.
    mutating func forget(call: Int64) -> Bool {
        let isMeant = { (packet: DevicePacket) in
            packet.header["event"] == "sign_on" && packet.header["call"] == .integer(call)
        }
        if let index = queue.firstIndex(where: isMeant) {
            queue.remove(at: index)
        } else if let index = successors.firstIndex(where: isMeant) {
            successors.remove(at: index)
        } else {
            return false
        }
        return true
    }

    init(app: InstalledApp, launchNumber: Int64, process: any LaunchedApp) {
        self.app = app
        self.launchNumber = launchNumber
        self.process = process
    }
}
#endif

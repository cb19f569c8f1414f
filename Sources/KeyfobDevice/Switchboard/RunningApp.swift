import KeyfobCore
import KeyfobDeviceProtocol

/// A launched app: its process, its connections, and what waits until it listens.
struct RunningApp: Sendable {
    /// How many events wait for an app that does not listen, before it is ended.
    static let queueLimit = 1024

    let app: InstalledApp
    /// Which launch this is: the end of an earlier process must not be taken for this one's.
    let launchNumber: Int64
    let process: any LaunchedApp
    var sessions: [Int: AppSession] = [:]
    /// The connection that events go to: the first that said it was ready.
    var listener: AppSession?
    var queue: [DevicePacket] = []
    /// What is done when it has ended, in that order.
    var endings: [@Sendable (inout DeviceState) -> Void] = []
    /// Whether it was told to end.
    var wasTold = false
    /// Calls that have come since it began to end: its next launch is asked.
    var successors: [DevicePacket] = []

    /// Whether nothing that is sent to it arrives any more: it counts as running until all that it has left behind has
    /// ended, which may take a while.
    var isEnding: Bool { wasTold || !process.isAlive }

    /// Whether it can be asked more: other apps' calls may fill neither the queue of one that begins, nor the connection
    /// of one that does not read.
    ///
    /// - Parameter isEnding: whether they wait for its next launch.
    func mayTakeCalls(isEnding: Bool) -> Bool {
        if isEnding { return successors.count < Self.queueLimit / 2 }
        return listener.map { $0.waiting() < Self.waitingLimit } ?? (queue.count < Self.queueLimit / 2)
    }

    /// How many bytes may wait for one that listens before it is asked nothing more.
    private static let waitingLimit = 1 << 22

    /// Takes a call out of what waits for the app.
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

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
    /// Who waits for the end.
    var endings: [@Sendable () -> Void] = []

    /// Whether it can be asked more: other apps' calls may fill neither the queue of one that begins, nor the connection
    /// of one that does not read.
    var mayTakeCalls: Bool {
        listener.map { $0.waiting() < Self.waitingLimit } ?? (queue.count < Self.queueLimit / 2)
    }

    /// How many bytes may wait for one that listens before it is asked nothing more.
    private static let waitingLimit = 1 << 22

    /// Takes a call out of what waits for the app.
    ///
    /// - Returns: whether it was there.
    mutating func forget(call: Int64) -> Bool {
        let index = queue.firstIndex { $0.header["event"] == "sign_on" && $0.header["call"] == .integer(call) }
        guard let index else { return false }
        queue.remove(at: index)
        return true
    }

    init(app: InstalledApp, launchNumber: Int64, process: any LaunchedApp) {
        self.app = app
        self.launchNumber = launchNumber
        self.process = process
    }
}

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

    init(app: InstalledApp, launchNumber: Int64, process: any LaunchedApp) {
        self.app = app
        self.launchNumber = launchNumber
        self.process = process
    }
}

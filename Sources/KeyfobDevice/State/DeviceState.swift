#if os(Linux)
import KeyfobCache
import KeyfobCore
import KeyfobDeviceProtocol

/// The switchboard's state and rules: changed by one caller at a time, under the switchboard's lock.
///
/// Nothing here blocks. Calls that end later are stored by number, with their caller's session.
struct DeviceState {
    /// Callbacks into the state from outside its lock.
    struct Callbacks: Sendable {
        let ended: @Sendable (_ bundleID: String, _ launchNumber: Int64, _ outcome: String) -> Void
        let now: @Sendable () -> Double
        let later: @Sendable (_ seconds: Double, _ body: @escaping @Sendable (inout DeviceState) -> Void) -> Void
        let shutDown: @Sendable () -> Void
        /// Called once, when no app is running any more after ``DeviceState/stop()``.
        let allEnded: @Sendable () -> Void
    }

    /// A single sign-on call that the extension has not responded to yet.
    struct SignOnCall {
        let caller: AppSession
        let callerID: String
        /// The caller's own number for it.
        let number: Int64
        let ownerID: String
        let isInteractive: Bool
        /// When it arrived, by the timer's clock.
        let began: Double
        var isShown = false
    }

    /// A value that the owner has sent to an app, and the callback for the response.
    struct Input {
        let bundleID: String
        let answer: @Sendable (Result<DeviceResponse, DeviceError>) -> Void
    }

    let options: DeviceOptions
    let folders: DeviceFolders
    let launcher: any AppLauncher
    let callbacks: Callbacks
    var registry: AppRegistry
    var keychain: KeychainStore
    var defaults: DefaultsStore
    var clock: DeviceClockFile
    var running: [String: RunningApp] = [:]
    /// The app in front; nil for the home screen.
    var foreground: String?
    var availability = KeychainAvailability.unlocked
    var pasteboards = Pasteboards()
    var calls: [Int64: SignOnCall] = [:]
    /// Whether a timer that ends silent calls is running.
    var isLimitSet = false
    var inputs: [Int64: Input] = [:]
    var trace = DeviceTrace()
    private(set) var isStopping = false
    private var lastNumber: Int64 = 0

    init(options: DeviceOptions, launcher: any AppLauncher, callbacks: Callbacks) throws(DeviceError) {
        self.options = options
        self.launcher = launcher
        self.callbacks = callbacks
        folders = DeviceFolders(root: options.folder)
        try folders.prepare(options.isolation)
        registry = try AppRegistry(
            folders: folders, firstUserID: options.firstUserID, isolation: options.isolation, end: launcher.endAll)
        keychain = try KeychainStore(path: folders.keychain)
        defaults = DefaultsStore(folders: folders)
        clock = try DeviceClockFile(path: folders.clock)
    }

    /// Ends every app, and launches no more.
    mutating func stop() {
        guard !isStopping else { return }
        isStopping = true
        for bundleID in Array(running.keys) { kill(bundleID) }
        if running.isEmpty { callbacks.allEnded() }
    }

    /// Returns a number that no call, input or launch has had.
    mutating func nextNumber() -> Int64 {
        lastNumber &+= 1
        return lastNumber
    }

    /// Returns the app of a session, while it is installed and running.
    func app(of session: AppSession) throws(DeviceError) -> InstalledApp {
        guard let bundleID = session.bundleID, let running = running[bundleID] else {
            throw DeviceError(.disconnected, "The app does not run any more.")
        }
        return running.app
    }

    func installed(_ bundleID: String) throws(DeviceError) -> InstalledApp {
        guard let app = registry[bundleID] else { throw registry.absence(of: bundleID) }
        return app
    }
}
#endif

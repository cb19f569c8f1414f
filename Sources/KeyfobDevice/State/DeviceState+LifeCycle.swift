#if os(Linux)
import KeyfobCore
import KeyfobDeviceProtocol

/// Launching, foreground and background, and the end, in iOS's order of events.
extension DeviceState {
    /// The variables that an app's bundle cannot set in its environment: the locations of the device and of the app's
    /// home.
    private static let reserved: Set<String> = [
        "PATH", "HOME", "TMPDIR", "KEYFOB_HOME", "KEYFOB_DEVICE_SOCKET",
    ]

    /// Starts an app's process, in the background.
    mutating func launch(_ app: InstalledApp) throws(DeviceError) {
        guard !isStopping else { throw DeviceError(.disconnected, "The device is ending.") }
        let number = nextNumber()
        let bundleID = app.bundleID
        let callbacks = callbacks
        var environment = options.environment.merging(app.manifest.environment) { _, own in own }
        for name in Self.reserved { environment[name] = nil }
        let reserved = [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": app.home, "TMPDIR": "\(app.home)/tmp",
            "KEYFOB_HOME": app.home, "KEYFOB_DEVICE_SOCKET": folders.deviceSocket,
        ]
        environment.merge(reserved) { _, device in device }
        let process = try launcher.launch(
            AppLaunch(
                bundleID: bundleID, executable: "\(app.bundlePath)/\(app.manifest.executable)",
                arguments: app.manifest.arguments, environment: environment, home: app.home,
                userID: options.isolation == .userPerApp ? app.userID : nil, logPath: folders.log(of: bundleID)),
            ended: { callbacks.ended(bundleID, number, $0) })
        begin(RunningApp(app: app, launchNumber: number, process: process))
        // iOS's watchdog: an app that does not start to listen is ended, and the calls that wait for it with it.
        callbacks.later(options.launchLimit) { state in
            guard let running = state.running[bundleID], running.launchNumber == number, running.listener == nil,
                !running.queue.isEmpty
            else { return }
            state.kill(bundleID)
        }
    }

    /// Records a process as an app that was launched.
    mutating func begin(_ app: RunningApp) {
        running[app.app.bundleID] = app
        trace.add(.launched, app: app.app.bundleID, outcome: "pid \(app.process.processID)")
        push(.lifeCycle(.didFinishLaunching), to: app.app.bundleID)
    }

    /// Ends an app's process, with all that it has started: events from now on are for its next launch.
    mutating func kill(_ bundleID: String) {
        running[bundleID]?.isEndRequested = true
        running[bundleID]?.process.kill()
    }

    /// Calls a closure when an app has ended, if it is ending.
    ///
    /// - Returns: whether it is ending.
    mutating func afterEnd(of bundleID: String, _ body: @escaping @Sendable (inout DeviceState) -> Void) -> Bool {
        guard running[bundleID]?.isEnding == true else { return false }
        running[bundleID]?.endings.append(body)
        return true
    }

    /// Brings an app to the front, launching it if it is not running, and delivers a URL on the way. One that is ending
    /// is launched again when it has ended.
    mutating func present(_ app: InstalledApp, opened: OpenedURL? = nil) throws(DeviceError) {
        let bundleID = app.bundleID
        let isLater = afterEnd(of: bundleID) { state in
            do throws(DeviceError) {
                try state.present(try state.installed(bundleID), opened: opened)
            } catch {
                state.trace.add(.ended, app: bundleID, outcome: error.message)
            }
        }
        if isLater { return leaveForeground() }
        let isFresh = running[app.bundleID] == nil
        if isFresh { try launch(app) }
        guard foreground != app.bundleID else {
            deliver(opened, to: app.bundleID)
            return
        }
        leaveForeground()
        foreground = app.bundleID
        trace.add(.foreground, app: app.bundleID)
        if !isFresh { push(.lifeCycle(.willEnterForeground), to: app.bundleID) }
        deliver(opened, to: app.bundleID)
        push(.lifeCycle(.didBecomeActive), to: app.bundleID)
    }

    /// Sends the app in front to the background: the user sees the home screen, or the next app.
    mutating func leaveForeground() {
        guard let old = foreground else { return }
        foreground = nil
        if !calls.values.contains(where: { $0.callerID == old && $0.isShown }) {
            push(.lifeCycle(.willResignActive), to: old)
        }
        push(.lifeCycle(.didEnterBackground), to: old)
        trace.add(.background, app: old)
        // A window of the extension's is shown over its caller, and closes with it.
        for (id, call) in calls where call.callerID == old && call.isInteractive { withdraw(id) }
    }

    private mutating func deliver(_ opened: OpenedURL?, to bundleID: String) {
        guard let opened else { return }
        trace.add(
            .deliveredURL, app: bundleID, other: opened.sourceApplication,
            subject: URLTarget(opened.url)?.summary, outcome: opened.isUniversalLink ? "universal_link" : nil)
        push(.openURL(opened), to: bundleID)
    }

    /// Checks that the receiver of an event can read it: one app's request must not end another's connection.
    ///
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError`` with code `refused`.
    func check(_ event: DevicePacket) throws(DeviceError) {
        guard event.hasReadableHeader else {
            throw DeviceError(
                .refused, "The event for the receiver takes more than \(DevicePacket.headerLimit) bytes.",
                remedy: "Send shorter texts.")
        }
    }

    /// Sends an event to an app, now or when it listens.
    mutating func push(_ event: DeviceEvent, to bundleID: String) { push(event.packet(), to: bundleID) }

    mutating func push(_ packet: DevicePacket, to bundleID: String) {
        guard let app = running[bundleID] else { return }
        if let listener = app.listener { return listener.send(packet) }
        running[bundleID]?.queue.append(packet)
        if app.queue.count >= RunningApp.queueLimit { kill(bundleID) }
    }

    /// Handles the end of an app's process.
    mutating func ended(_ bundleID: String, launchNumber: Int64, outcome: String) {
        guard let app = running[bundleID], app.launchNumber == launchNumber else { return }
        running[bundleID] = nil
        trace.add(.ended, app: bundleID, outcome: outcome)
        if foreground == bundleID {
            foreground = nil
            trace.add(.background, app: bundleID)
        }
        for session in app.sessions.values { session.close() }
        let gone = DeviceError(
            .disconnected, "\(bundleID) ended before it answered.",
            remedy: "Its output is in \(folders.log(of: bundleID)).")
        let later = Set(app.successors.compactMap { $0.header["call"]?.integerValue })
        for (id, call) in calls where call.ownerID == bundleID && !later.contains(id) {
            finish(id, call, .failure(gone))
        }
        for (id, call) in calls where call.callerID == bundleID { withdraw(id) }
        for (id, input) in inputs where input.bundleID == bundleID {
            inputs[id] = nil
            input.answer(.failure(gone))
        }
        for ending in app.endings { ending(&self) }
        askAgain(app.successors, of: bundleID)
        if isStopping, running.isEmpty { callbacks.allEnded() }
    }
}
#endif

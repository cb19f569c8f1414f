#if os(Linux)
import KeyfobCache
import KeyfobCore
import KeyfobDeviceProtocol

/// Requests of the device's owner.
extension DeviceState {
    typealias Completion = @Sendable (Result<DeviceResponse, DeviceError>) -> Void

    /// Performs a request of the owner's; `answer` is called once, perhaps later.
    mutating func perform(_ request: AdminRequest, _ answer: @escaping Completion) {
        do throws(DeviceError) {
            if let reply = try handle(request, answer) { answer(.success(reply)) }
        } catch {
            answer(.failure(error))
        }
    }

    private mutating func handle(_ request: AdminRequest, _ answer: @escaping Completion) throws(DeviceError)
        -> DeviceResponse?
    {
        switch request {
        case .install(let path, let isManaged): return try install(path, isManaged: isManaged, answer)
        case .uninstall(let bundleID): return try uninstall(bundleID, answer)
        case .apps: return .apps(registry.apps.map(listing))
        case .activate(let bundleID):
            let app = try installed(bundleID)
            if afterEnd(of: bundleID, { $0.perform(request, answer) }) { return nil }
            try present(app)
            return .done
        case .launchInBackground(let bundleID):
            let app = try installed(bundleID)
            if afterEnd(of: bundleID, { $0.perform(request, answer) }) { return nil }
            if running[bundleID] == nil { try launch(app) }
            return .done
        case .kill(let bundleID):
            _ = try installed(bundleID)
            return end(bundleID) { _ in answer(.success(.done)) } ? nil : .done
        case .open(let url): return .flag(try open(url, by: nil))
        case .home:
            leaveForeground()
            return .done
        case .input(let bundleID, let value):
            try input(bundleID, value, answer)
            return nil
        case .trace(let number, false): return .trace(trace.after(number))
        case .trace(let number, true):
            trace.next(after: number) { answer(.success(.trace($0))) }
            return nil
        case .lock:
            setAvailability(KeychainAvailability(isUnlocked: false, wasUnlocked: availability.wasUnlocked), .locked)
            return .done
        case .unlock:
            setAvailability(.unlocked, .unlocked)
            return .done
        case .restart:
            for bundleID in Array(running.keys) { kill(bundleID) }
            setAvailability(.restarted, .restarted)
            respondWhenEnded(answer)
            return nil
        case .keychainItems: return .items(keychain.items.all)
        case .clock: return .value(.integer(clock.offset))
        case .advanceClock(let seconds): return try setClock(clock.offset.addingReportingOverflow(seconds))
        case .setClock(let offset): return try setClock((offset, false))
        case .shutDown:
            for bundleID in Array(running.keys) { kill(bundleID) }
            callbacks.shutDown()
            return .done
        }
    }

    /// Ends an app's process; `then` is called when it has ended.
    ///
    /// - Returns: whether it was running.
    private mutating func end(
        _ bundleID: String, _ then: @escaping @Sendable (inout DeviceState) -> Void
    ) -> Bool {
        guard running[bundleID] != nil else { return false }
        running[bundleID]?.endings.append(then)
        kill(bundleID)
        return true
    }

    /// Answers when every app that the device is ending has ended.
    private mutating func respondWhenEnded(_ answer: @escaping Completion) {
        guard let left = running.first(where: { $0.value.isEndRequested })?.key else { return answer(.success(.done)) }
        running[left]?.endings.append { $0.respondWhenEnded(answer) }
    }

    private mutating func install(
        _ path: String, isManaged: Bool, _ answer: @escaping Completion
    ) throws(DeviceError) -> DeviceResponse? {
        let manifest = try BundleInstaller.manifest(of: path)
        try registry.check(manifest)
        // A running version is ended first; its file could not be replaced safely under it.
        let runs = end(manifest.bundleID) { $0.perform(.install(path: path, isManaged: isManaged), answer) }
        guard !runs else { return nil }
        let app = try registry.install(path, manifest, isManaged: isManaged)
        trace.add(.installed, app: app.bundleID, subject: manifest.teamID, outcome: isManaged ? "managed" : "user")
        return .warnings(URLRules.warnings(app, among: registry.apps))
    }

    private mutating func uninstall(_ bundleID: String, _ answer: @escaping Completion) throws(DeviceError)
        -> DeviceResponse?
    {
        let runs = end(bundleID) { $0.perform(.uninstall(bundleID: bundleID), answer) }
        guard !runs else { return nil }
        // They are read again if the app stays after all.
        defaults.forget(bundleID)
        // The app is also removed if some of its files are left.
        defer { if registry[bundleID] == nil { pasteboards.forget(bundleID) } }
        try registry.uninstall(bundleID)
        trace.add(.uninstalled, app: bundleID)
        return .done
    }

    private mutating func input(_ bundleID: String, _ value: JSONValue, _ answer: @escaping Completion)
        throws(DeviceError)
    {
        _ = try installed(bundleID)
        guard running[bundleID] != nil else {
            throw DeviceError(.notFound, "\(bundleID) does not run.", remedy: "Launch it first.")
        }
        let id = nextNumber()
        let event = DeviceEvent.input(id: id, value).packet()
        try check(event)
        inputs[id] = Input(bundleID: bundleID, answer: answer)
        push(event, to: bundleID)
    }

    private mutating func setClock(_ offset: (partialValue: Int64, overflow: Bool)) throws(DeviceError)
        -> DeviceResponse
    {
        guard !offset.overflow else { throw DeviceClockFile.tooFar }
        try clock.set(offset.partialValue)
        trace.add(.clock, subject: "\(clock.offset)")
        return .value(.integer(clock.offset))
    }

    private func listing(_ app: InstalledApp) -> AppListing {
        AppListing(
            origin: app.origin(options.assurance), name: app.manifest.name, version: app.manifest.version,
            userID: app.userID, processID: running[app.bundleID]?.process.processID,
            isInForeground: foreground == app.bundleID, home: app.home)
    }
}
#endif

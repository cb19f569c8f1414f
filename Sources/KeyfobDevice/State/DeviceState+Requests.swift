#if os(Linux)
import KeyfobCore
import KeyfobDeviceProtocol

/// The apps' requests, each by its own session.
extension DeviceState {
    /// Handles an app's packet. A malformed one gets a response too, so that its sender learns the reason.
    mutating func receive(_ frame: [UInt8], from session: AppSession) {
        var number: Int64 = 0
        do throws(DeviceError) {
            let packet = try DevicePacket(parsing: frame)
            number = try packet.requestNumber
            guard let reply = try handle(packet, number, session) else { return }
            session.answer(number, .success(reply))
        } catch {
            if error.code == .malformed { trace.add(.malformed, app: session.bundleID, outcome: error.message) }
            session.answer(number, .failure(error))
        }
    }

    /// - Returns: nil if the response comes later.
    private mutating func handle(
        _ packet: DevicePacket, _ number: Int64, _ session: AppSession
    ) throws(DeviceError) -> DeviceResponse? {
        let app = try app(of: session)
        if let relay = try SignOnRelay(packet) {
            try signOn(relay, by: app, session, number: number)
            return nil
        }
        if let (call, answer) = try SignOnRelay.answer(packet) {
            try respondToSignOn(call, by: app, answer)
            return .done
        }
        let request = try DeviceRequest(packet)
        switch request {
        case .identify: return .identity(identity(of: app))
        case .ready:
            listen(session, of: app)
            return .done
        case .canOpen(let url): return .flag(try canOpen(url, by: app))
        case .open(let url, let linksOnly): return .flag(try open(url, by: app, universalLinksOnly: linksOnly))
        case .readDefault(let key): return .value(defaults.value(key, of: app.bundleID))
        case .writeDefault(let key, let value):
            try defaults.write(key, value, of: app.bundleID)
            return .done
        case .readPasteboard(let name): return .value(pasteboards.value(name, for: app))
        case .writePasteboard(let name, let value):
            try pasteboards.write(name, value, by: app)
            return .done
        case .keychainAdd, .keychainUpdate, .keychainCopy, .keychainDelete: return try keychain(request, of: app)
        case .canSignOn(let provider): return .flag(signOnOwner(provider) != nil)
        case .cancel(let cancelled):
            cancel(cancelled, of: session)
            return .done
        case .showSignOn(let call):
            try showSignOn(call, by: app)
            return .done
        case .respondToInput(let id, let answer):
            guard let input = inputs[id], input.bundleID == app.bundleID else {
                throw DeviceError(.notFound, "There is no input with this number, or it was answered.")
            }
            inputs[id] = nil
            input.answer(.success(.value(answer)))
            return .done
        case .signOn, .respondToSignOn: throw DeviceError(.malformed, "The request does not match its name.")
        }
    }

    private func identity(of app: InstalledApp) -> AppIdentity {
        AppIdentity(
            origin: app.origin(options.assurance), name: app.manifest.name, version: app.manifest.version,
            accessGroups: app.manifest.accessGroups, os: options.os, bundlePath: app.bundlePath,
            clockPath: clock.path)
    }

    private mutating func listen(_ session: AppSession, of app: InstalledApp) {
        guard let waiting = running[app.bundleID], waiting.listener == nil else { return }
        running[app.bundleID]?.listener = session
        running[app.bundleID]?.queue = []
        for packet in waiting.queue { session.send(packet) }
    }

    /// Adds a connection whose app the kernel's credentials have identified.
    mutating func connected(_ session: AppSession) {
        guard let bundleID = session.bundleID else { return }
        running[bundleID]?.sessions[session.id] = session
        trace.add(.connected, app: bundleID)
    }

    /// Handles the end of a connection: no caller waits for its calls any more. The app keeps running.
    mutating func disconnected(_ session: AppSession) {
        for (id, call) in calls where call.caller === session { withdraw(id) }
        guard let bundleID = session.bundleID, running[bundleID]?.sessions[session.id] === session else { return }
        running[bundleID]?.sessions[session.id] = nil
        if running[bundleID]?.listener === session { running[bundleID]?.listener = nil }
    }
}
#endif

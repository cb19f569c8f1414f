#if os(Linux)
import KeyfobCore
import KeyfobDeviceProtocol

/// The single sign-on extension: the caller is always reported, and the request's content is never read.
extension DeviceState {
    /// How many calls one app may have outstanding.
    static let callLimit = 64
    /// How many bytes one call may contain: its owner has to take all outstanding calls of apps.
    static let relayLimit = 1 << 16

    /// Returns the app whose extension serves a provider's URL: the first installed one that claims its host.
    func signOnOwner(_ provider: String) -> InstalledApp? {
        guard let target = URLTarget(provider), target.scheme == "https", let host = target.host else { return nil }
        return registry.apps.first { $0.manifest.signOnHosts.contains(host) }
    }

    /// Passes a call on to the extension, launching its app in the background if it does not run.
    mutating func signOn(
        _ relay: SignOnRelay, by app: InstalledApp, _ session: AppSession, number: Int64
    ) throws(DeviceError) {
        guard let owner = signOnOwner(relay.provider) else {
            trace.add(.signOn, app: app.bundleID, subject: relay.operation, outcome: "no_extension")
            throw DeviceError(
                .notFound, "The device has no single sign-on extension for that address.",
                remedy: "Install an app whose entitlements associate it with the host by authsrv:HOST.")
        }
        guard !relay.isInteractive || foreground == app.bundleID else {
            throw DeviceError(
                .notInForeground, "\(app.bundleID) is not in front, and so may not interact with the user.",
                remedy: "Ask without user interaction, or while the app is in front.")
        }
        guard relay.size <= Self.relayLimit else {
            throw DeviceError(.refused, "A single sign-on request holds at most \(Self.relayLimit) bytes.")
        }
        guard calls.values.count(where: { $0.callerID == app.bundleID }) < Self.callLimit else {
            throw DeviceError(
                .busy, "\(app.bundleID) has \(Self.callLimit) calls outstanding.", remedy: "Wait for their answers.")
        }
        let id = nextNumber()
        let event = relay.event(call: id, caller: app.origin(options.assurance))
        try check(event)
        if running[owner.bundleID] == nil { try launch(owner) }
        let isEnding = running[owner.bundleID]?.isEnding == true
        guard let running = running[owner.bundleID], running.mayTakeCalls(isEnding: isEnding) else {
            throw DeviceError(
                .busy, "\(owner.bundleID) has not read the calls of other apps.", remedy: "Ask again later.")
        }
        calls[id] = SignOnCall(
            caller: session, callerID: app.bundleID, number: number, ownerID: owner.bundleID,
            isInteractive: relay.isInteractive, began: callbacks.now())
        trace.add(.signOn, app: app.bundleID, other: owner.bundleID, subject: relay.operation)
        if isEnding { self.running[owner.bundleID]?.successors.append(event) } else { push(event, to: owner.bundleID) }
        if !relay.isInteractive, !isLimitSet { limit(id, seconds: options.silentSignOnLimit) }
    }

    /// Passes calls that arrived while an app was ending to its next launch.
    mutating func askAgain(_ events: [DevicePacket], of bundleID: String) {
        let asked = events.filter { $0.header["call"]?.integerValue.flatMap { calls[$0] } != nil }
        guard !asked.isEmpty else { return }
        do throws(DeviceError) {
            if running[bundleID] == nil { try launch(try installed(bundleID)) }
            for event in asked { push(event, to: bundleID) }
        } catch {
            for event in asked {
                guard let id = event.header["call"]?.integerValue, let call = calls[id] else { continue }
                finish(id, call, .failure(error))
            }
        }
    }

    /// Ends calls without a response in time. One timer serves all of them, the oldest first: nearly every call ends
    /// long before, and a timer of its own would outlive it.
    ///
    /// - Parameters:
    ///   - id: the oldest call.
    ///   - seconds: its remaining time.
    private mutating func limit(_ id: Int64, seconds: Double) {
        isLimitSet = true
        callbacks.later(seconds) { state in
            state.isLimitSet = false
            let now = state.callbacks.now()
            let limit = state.options.silentSignOnLimit
            let silent = state.calls.filter { !$0.value.isInteractive }
            for (late, call) in silent where late == id || now - call.began >= limit {
                state.takeBack(late, from: call.ownerID)
                state.finish(late, call, .failure(DeviceError(.timedOut, "\(call.ownerID) did not answer in time.")))
            }
            let next = silent.filter { state.calls[$0.key] != nil }.min { $0.key < $1.key }
            if let next { state.limit(next.key, seconds: limit - (now - next.value.began)) }
        }
    }

    /// Shows the extension's window over the caller, which stays in front and is only inactive.
    mutating func showSignOn(_ id: Int64, by owner: InstalledApp) throws(DeviceError) {
        let call = try call(id, of: owner)
        guard call.isInteractive else {
            throw DeviceError(
                .notInteractive, "The caller allows no interaction.",
                remedy: "Completion that the user has to be asked.")
        }
        guard foreground == call.callerID else {
            throw DeviceError(.notInForeground, "The caller is no longer in front.")
        }
        guard !call.isShown else { return }
        calls[id]?.isShown = true
        trace.add(.signOnShown, app: owner.bundleID, other: call.callerID)
        push(.lifeCycle(.willResignActive), to: call.callerID)
    }

    /// Passes the extension's response on.
    mutating func respondToSignOn(
        _ id: Int64, by owner: InstalledApp, _ answer: Result<DevicePacket, DeviceError>
    ) throws(DeviceError) {
        let call = try call(id, of: owner)
        finish(id, call, answer)
    }

    /// Cancels a call of the caller's, by the caller's own number.
    mutating func cancel(_ number: Int64, of session: AppSession) {
        let found = calls.first { $0.value.caller === session && $0.value.number == number }
        if let found { withdraw(found.key) }
    }

    /// Ends a call that no caller waits for: its caller is notified as well, in case it still listens.
    mutating func withdraw(_ id: Int64) {
        guard let call = calls[id] else { return }
        trace.add(.signOnCancelled, app: call.callerID, other: call.ownerID)
        takeBack(id, from: call.ownerID)
        finish(id, call, .failure(DeviceError(.cancelled, "The call was cancelled.")))
    }

    /// Notifies a call's owner that it was cancelled; one that has not received the call yet never does, so that calls
    /// and cancellations fill no queue.
    private mutating func takeBack(_ id: Int64, from owner: String) {
        if running[owner]?.forget(call: id) == true { return }
        push(.signOnCancelled(call: id), to: owner)
    }

    mutating func finish(_ id: Int64, _ call: SignOnCall, _ answer: Result<DevicePacket, DeviceError>) {
        calls[id] = nil
        switch answer {
        case .success(var packet):
            trace.add(.signOnAnswered, app: call.ownerID, other: call.callerID, outcome: "success")
            packet.header["re"] = .integer(call.number)
            call.caller.answer(call.number, with: packet)
        case .failure(let fault):
            trace.add(.signOnAnswered, app: call.ownerID, other: call.callerID, outcome: fault.code.rawValue)
            call.caller.answer(call.number, .failure(fault))
        }
        if call.isShown, foreground == call.callerID { push(.lifeCycle(.didBecomeActive), to: call.callerID) }
    }

    private func call(_ id: Int64, of owner: InstalledApp) throws(DeviceError) -> SignOnCall {
        guard let call = calls[id], call.ownerID == owner.bundleID else {
            throw DeviceError(.notFound, "There is no such call: it was answered or cancelled.")
        }
        return call
    }
}
#endif

#if Server && LinuxTransport
import Foundation
import KeyfobAsyncHTTP
import KeyfobBrokerCore
import KeyfobBrokerProtocol
import KeyfobBrokerWindow
import KeyfobCommandLine
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobStoreSQLite
import KeyfobUserAgents
import KeyfobBackport

/// Runs the broker on a device: handles the device's events, and returns responses.
final class BrokerService: Sendable {
    private let device: DeviceConnection
    private let engine: BrokerEngine
    private let inbox: RedirectInbox
    private let gate = ForegroundGate()
    /// How long an app may wait for a response that was ready while another app was in front, in seconds.
    private let patience: Double
    private let log: BrokerLog
    /// The pending calls of the single sign-on extension.
    private let calls = Mutex<[Int64: Task<Void, Never>]>([:])

    init(
        _ settings: BrokerSettings, device: DeviceConnection, environment: [String: String], log: BrokerLog
    ) throws(AuthError) {
        self.log = log
        self.device = device
        let inbox = RedirectInbox()
        self.inbox = inbox
        patience = settings.windowSeconds
        var environment = environment
        if let browser = settings.browser { environment["BROWSER"] = browser }
        let places = try BrokerPlaces(environment: environment)
        try places.prepare()
        let clock = DeviceClock(device)
        let browser = SystemBrowser(environment: environment)
        let window = BrokerWindow(opener: browser, folder: places.folder, timeoutSeconds: settings.windowSeconds)
        window.removeLeftovers()
        let trust = TLSTrust(caFile: settings.caFile, environment: environment)
        engine = BrokerEngine(
            environment: BrokerEnvironment(
                transport: try AsyncHTTPTransport(trust: trust, addresses: settings.addresses),
                clock: clock, random: SystemRandomSource(), screen: DeviceScreen(base: window, device: device),
                vault: try places.vault(), store: try places.store(clock: clock),
                certificates: CertificateFiles(
                    brokerFolder: places.folder, keys: places.keys, trust: trust, addresses: settings.addresses),
                systemBrowser: CallbackUserAgent(
                    inbox: inbox, browser: DeviceBrowser(device: device, command: browser),
                    timeoutSeconds: settings.windowSeconds),
                handled: { log.handled($0) }),
            configuration: settings.broker, identity: settings.identity)
    }

    /// Handles events until the device closes the connection.
    func run() async throws {
        let events = device.events()
        try await device.ready()
        await withDiscardingTaskGroup { group in
            for await event in events {
                switch event {
                case .openURL(let opened): group.addTask { await self.answer(opened) }
                case .signOn(let call): begin(call)
                case .signOnCancelled(let call): calls.withLock { $0[call] }?.cancel()
                case .input(let id, let value): group.addTask { await self.respondToInput(id, value) }
                case .lifeCycle(.didBecomeActive): gate.open()
                case .lifeCycle, .protectedData: break
                }
            }
            gate.close()
            group.cancelAll()
        }
    }

    private func answer(_ opened: OpenedURL) async {
        // A URL from the system's browser, after a sign-in by certificate, is not a request.
        guard !inbox.deliver(opened.url) else { return }
        let caller = opened.sourceApplication.map {
            CallerIdentity(bundleID: $0, teamID: nil, channel: .url, assurance: opened.assurance.ofCaller)
        }
        switch await engine.handle(url: opened.url, caller: caller) {
        case .open(let url): await deliver(url)
        case .refused: break
        }
    }

    /// Opens a response URL. Only an app in front may open URLs: if the user has switched to another app, it waits
    /// until they come back to the broker.
    private func deliver(_ url: Secret<String>) async {
        let end = ContinuousClock.now + .seconds(patience)
        while ContinuousClock.now < end {
            let times = gate.times
            do throws(DeviceError) {
                if !(try await device.open(url.reveal())) { log.undelivered("No app accepts the response.") }
                return
            } catch {
                guard error.code == .notInForeground else {
                    return log.undelivered(error.message)
                }
            }
            guard await gate.wait(after: times) else { return }
        }
    }

    private func begin(_ call: SingleSignOnCall) {
        calls.withLock { calls in
            calls[call.id] = Task {
                await DeviceScreen.$call.withValue(call.id) { await self.answer(call) }
                self.calls.withLock { _ = $0.removeValue(forKey: call.id) }
            }
        }
    }

    private func answer(_ call: SingleSignOnCall) async {
        let caller = CallerIdentity(
            bundleID: call.caller.bundleID, teamID: call.caller.teamID, channel: .singleSignOnExtension,
            assurance: call.caller.assurance.ofCaller)
        let operation = SingleSignOnOperation(rawValue: call.request.operation)
        guard call.request.isUserInterfaceEnabled || operation?.mayInteract != true || operation == .signOut else {
            let fault = DeviceError(.notInteractive, "The broker requires user interaction, which the app forbids.")
            try? await device.respondToSignOn(call: call.id, .failure(fault))
            return
        }
        let reply = await engine.handle(
            operation: call.request.operation, dictionary: call.request.options, caller: caller)
        try? await device.respondToSignOn(call: call.id, .success(reply))
    }

    /// Responds to the query of the device's owner, in tests and on the command line, for the accounts that the broker
    /// holds.
    private func respondToInput(_ id: Int64, _ value: JSONValue) async {
        let names = engine.accounts.map(\.username)
        try? await device.respondToInput(id, ["accounts": .strings(names)])
    }
}

extension AppAssurance {
    fileprivate var ofCaller: CallerIdentity.Assurance {
        switch self {
        case .kernelEnforced: .kernelEnforced
        case .claimed: .claimed
        }
    }
}
#endif

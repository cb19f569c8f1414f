import KeyfobBackport
public import KeyfobBrokerClient
import KeyfobBrokerProtocol
package import KeyfobCache
public import KeyfobCore
import KeyfobFlows
public import KeyfobSetup

/// An app on a device with a ``ScriptedBroker``: its operating system's part, in memory, in iOS's order.
public final class ScriptedApp: Sendable {
    private struct State {
        var defaults: [String: [String: String]] = [:]
        var texts: [String: String] = [:]
        var observers: [UInt64: @Sendable (AppLifeCycleEvent) -> Void] = [:]
        var nextObserver: UInt64 = 0
        var receive: (@Sendable (String, String?) -> Bool)?
        var listeners: [@Sendable (String, String?) -> Bool] = []
        var asked: [String] = []
        var opened: [String] = []
        var received: [String] = []
        var pasteboards: [String: String] = [:]
        var refusesToOpen = false
        var isKilledInBackground = false
        var work: [Task<Void, Never>] = []
    }

    /// The app's declarations.
    public let facts: BundleFacts
    /// Ends time limits when a test says so.
    public let pause = EndlessPause()
    private let broker: ScriptedBroker
    private let state = Mutex(State())

    /// Installs an app.
    public init(facts: BundleFacts, broker: ScriptedBroker) {
        self.facts = facts
        self.broker = broker
    }

    /// The access that the app needs to use the broker; the key of responses is kept in memory.
    public func access() -> BrokerAccess {
        let bundleID = facts.bundleID ?? ""
        let entitlements = facts.entitlements ?? AppEntitlements(keychainAccessGroups: ["TEAM1.\(bundleID)"])
        return access(keychain: SimulatedKeychain().app(entitlements))
    }

    /// The access that the app needs to use the broker.
    ///
    /// - Parameter keychain: Stores the key of responses.
    package func access(keychain: any KeychainServices) -> BrokerAccess {
        var access = BrokerAccess(
            identity: broker.identity, facts: facts, opener: self, memory: self,
            secrets: KeychainBrokerSecrets(keychain: keychain), pause: pause)
        access.singleSignOn = broker
        access.lifeCycle = self
        access.urls = self
        access.pasteboard = self
        return access
    }

    /// Sets what the app's delegate does with an incoming URL.
    public func onURL(_ receive: @escaping @Sendable (String, String?) -> Bool) {
        state.withLock { $0.receive = receive }
    }

    /// Whether opening URLs fails.
    public var refusesToOpen: Bool {
        get { state.withLock { $0.refusesToOpen } }
        set { state.withLock { $0.refusesToOpen = newValue } }
    }

    /// Whether the system ends the app as soon as another one is in front: URLs are recorded, and not delivered.
    public var isKilledInBackground: Bool {
        get { state.withLock { $0.isKilledInBackground } }
        set { state.withLock { $0.isKilledInBackground = newValue } }
    }

    /// Every URL that the app has queried.
    public var asked: [String] { state.withLock { $0.asked } }
    /// Every URL that the app has opened.
    public var opened: [String] { state.withLock { $0.opened } }
    /// Every URL that came back.
    public var received: [String] { state.withLock { $0.received } }
    /// The content of the pasteboards, by name.
    public var pasteboards: [String: String] { state.withLock { $0.pasteboards } }

    /// Writes a text into the app's user defaults, as the Intune App SDK does.
    public func setText(_ text: String?, _ key: String) { state.withLock { $0.texts[key] = text } }

    /// Waits until the broker has finished its requests.
    public func settle() async {
        while let task = state.withLock({ $0.work.popLast() }) { await task.value }
    }

    /// Sends the app a life-cycle event.
    public func send(_ event: AppLifeCycleEvent) {
        for observer in state.withLock({ Array($0.observers.values) }) { observer(event) }
    }

    /// Offers a URL to the registered listeners, and if none takes it to the app's delegate.
    @discardableResult
    public func deliver(_ url: String, sourceApplication: String?) -> Bool {
        let (listeners, receive) = state.withLock { state in
            state.received.append(url)
            return (state.listeners, state.receive)
        }
        return listeners.contains { $0(url, sourceApplication) } || receive?(url, sourceApplication) ?? false
    }
}

extension ScriptedApp: URLOpener {
    /// Whether the broker answers to a scheme that the app declares.
    public func canOpen(_ url: String) async -> Bool {
        state.withLock { $0.asked.append(url) }
        let scheme = String(url.prefix { $0 != ":" })
        return facts.mayQuery(scheme: scheme) && broker.answers(to: scheme)
    }

    /// Brings the broker to the front, which responds once the app is in the background.
    public func open(_ url: String, universalLinksOnly: Bool) async -> Bool {
        let scheme = String(url.prefix { $0 != ":" })
        guard !refusesToOpen else { return false }
        // Work of an earlier visit is finished first, as on a device; otherwise its end would be taken for this one's.
        await settle()
        state.withLock { $0.opened.append(url) }
        guard broker.answers(to: scheme) else { return scheme == "https" }
        send(.willResignActive)
        send(.didEnterBackground)
        let task = Task { await self.visitBroker(url) }
        state.withLock { $0.work.append(task) }
        return true
    }

    private func visitBroker(_ url: String) async {
        let answer = await broker.answer(url)
        let behavior = broker.behavior
        if case .stays = behavior.reply { return }
        guard !isKilledInBackground else {
            if let answer { state.withLock { $0.received.append(answer) } }
            return
        }
        send(.willEnterForeground)
        if let answer { deliver(answer, sourceApplication: behavior.sourceApplication) }
        send(.didBecomeActive)
    }
}

extension ScriptedApp: BrokerMemory {
    /// A dictionary of the app's user defaults.
    public func dictionary(_ key: String) throws(AuthError) -> [String: String]? {
        state.withLock { $0.defaults[key] }
    }

    /// Stores a dictionary in the app's user defaults.
    public func keep(_ dictionary: [String: String]?, as key: String) throws(AuthError) {
        state.withLock { $0.defaults[key] = dictionary }
    }

    /// A text of the app's user defaults.
    public func text(_ key: String) throws(AuthError) -> String? { state.withLock { $0.texts[key] } }
}

extension ScriptedApp: AppURLs {
    /// Offers every URL to a listener first.
    public func offer(to listener: @escaping @Sendable (_ url: String, _ sourceApplication: String?) -> Bool) {
        state.withLock { $0.listeners.append(listener) }
    }
}

extension ScriptedApp: BrokerPasteboard {
    /// Puts a URL on a pasteboard.
    public func put(_ url: String, on name: String) async { state.withLock { $0.pasteboards[name] = url } }
}

extension ScriptedApp: AppLifeCycle {
    /// Sends an observer the app's life-cycle events.
    public func observe(
        _ observer: @escaping @Sendable (AppLifeCycleEvent) -> Void
    ) -> any AppLifeCycleObservation {
        let number = state.withLock { state in
            state.nextObserver &+= 1
            state.observers[state.nextObserver] = observer
            return state.nextObserver
        }
        return Observation(app: self, number: number)
    }

    private struct Observation: AppLifeCycleObservation {
        let app: ScriptedApp
        let number: UInt64

        func cancel() { app.state.withLock { _ = $0.observers.removeValue(forKey: number) } }
    }
}

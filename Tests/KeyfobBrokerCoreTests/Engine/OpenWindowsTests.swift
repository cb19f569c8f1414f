import KeyfobBackport
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobTesting
import Testing

@testable import KeyfobBrokerCore

/// Sign-ins that are shown to the user at the same time.
@Suite("a few windows for each app")
struct OpenWindowsTests {
    private func app(_ bundleID: String) -> RequestingApp {
        RequestingApp(name: "", bundleID: bundleID, isVerified: true)
    }

    /// Shows windows for apps, one within the other, and runs `body` inside.
    private func nested(
        _ windows: OpenWindows, _ apps: [RequestingApp], isNamed: Bool, _ body: () async -> Void
    ) async throws(AuthError) {
        guard let first = apps.first else { return await body() }
        try await windows.with(first, isNamed: isNamed) { () async throws(AuthError) in
            try await nested(windows, Array(apps.dropFirst()), isNamed: isNamed, body)
        }
    }

    @Test("An app has three at most, other apps have theirs, and closed ones no longer count")
    func named() async throws {
        let windows = OpenWindows()
        let (a, b) = (app("test.a"), app("test.b"))
        try await nested(windows, [a, a, a], isNamed: true) {
            await #expect(throws: AuthError.self) { try await nested(windows, [a], isNamed: true) {} }
            await #expect(throws: Never.self) { try await nested(windows, [b, b, b], isNamed: true) {} }
        }
        try await nested(windows, [a, a, a], isNamed: true) {}
    }

    @Test("Apps that the device does not identify have eight together, whatever they call themselves")
    func unnamed() async throws {
        let windows = OpenWindows()
        let many = (0..<8).map { app("test.app\($0)") }
        try await nested(windows, many, isNamed: false) {
            await #expect(throws: AuthError.self) { try await nested(windows, [app("test.x")], isNamed: false) {} }
            await #expect(throws: Never.self) { try await nested(windows, [app("test.x")], isNamed: true) {} }
        }
        try await nested(windows, many, isNamed: false) {}
    }

    @Test("The broker applies the limit to every sign-in: the fourth of an app fails at once", .timeLimit(.minutes(5)))
    func fourth() async throws {
        let fixture = try await BrokerFixture()
        let screen = UnattendedScreen(seats: 3)
        let broker = BrokerEngine(
            environment: BrokerEnvironment(
                transport: fixture.wire, clock: fixture.clock, random: SystemRandomSource(), screen: screen,
                vault: try BrokerVault(storage: fixture.storage, keys: fixture.keys), store: fixture.store,
                lock: fixture.lock),
            configuration: fixture.configuration, identity: .keyfob)
        let calls = (0..<3).map { _ in Task { try await BrokeredApp.a.ask(broker) } }
        var opened = screen.opened.makeAsyncIterator()
        for _ in calls { _ = await opened.next() }
        let fourth = try await BrokeredApp.a.ask(broker)
        #expect(fourth.failure?.text?.contains("3 sign-ins of this app") == true, "\(fourth)")
        #expect(screen.count == 3)
        screen.giveUp()
        for call in calls { #expect(try await call.value.failure != nil) }
        // The user has gone back from all of them: there is room again.
        _ = try await BrokeredApp.a.ask(broker)
        #expect(screen.count == 4)
    }
}

/// A screen that no user attends until the waiting side gives up.
private final class UnattendedScreen: BrokerScreen {
    private struct State {
        var count = 0
        var hasGivenUp = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// Each time that the broker's window is shown.
    let opened: AsyncStream<Void>
    private let opening: AsyncStream<Void>.Continuation
    private let seats: Int
    private let state = Mutex(State())

    /// - Parameter seats: The number of pages at which a user waits.
    init(seats: Int) {
        (opened, opening) = AsyncStream.makeStream()
        self.seats = seats
    }

    var count: Int { state.withLock { $0.count } }

    func giveUp() {
        let waiting = state.withLock { state in
            state.hasGivenUp = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func open(_ occasion: WindowReason) async throws(AuthError) -> any BrokerScreenSession {
        let isSeat = state.withLock { state in
            state.count += 1
            return state.count <= seats
        }
        opening.yield()
        return Session(screen: self, waits: isSeat)
    }

    private func wait() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.hasGivenUp { state.waiting.append(continuation) }
                return state.hasGivenUp
            }
            if isOver { continuation.resume() }
        }
    }

    private struct Session: BrokerScreenSession {
        let screen: UnattendedScreen
        let waits: Bool

        func show(_ page: BrokerPage) async throws(AuthError) -> PageSubmission {
            if waits { await screen.wait() }
            throw AuthError(.userCanceled, origin: .broker, message: "The person went back.")
        }

        func close() async {}
    }
}

import KeyfobBackport
import KeyfobCore
import KeyfobFlows
import Testing

/// A port that records the engine's steps and responds as a test states.
private final class RecordingPort: SilentPort {
    struct State {
        var steps: [String] = []
        var refreshed: String?
    }

    let state = Mutex(State())
    /// The refresh tokens, in order, and whether the server accepts each.
    let tokens: [(name: String, isAccepted: Bool)]
    /// The tokens for which an equal request failed shortly before.
    let remembered: Set<String>
    /// Whether the store has room.
    let hasRoom: Bool
    /// Whether the store can be locked.
    let hasLocks: Bool

    init(
        _ tokens: [(name: String, isAccepted: Bool)], refreshed: String? = nil, remembered: Set<String> = [],
        hasRoom: Bool = true, hasLocks: Bool = true
    ) {
        self.tokens = tokens
        self.remembered = remembered
        self.hasRoom = hasRoom
        self.hasLocks = hasLocks
        state.withLock { $0.refreshed = refreshed }
    }

    var steps: [String] { state.withLock { $0.steps } }
    let authority = Authority(environment: "login.microsoftonline.com", tenant: "contoso.test")
    let nothingToRedeem = AuthError(.interactionRequired, origin: .store, message: "None.")

    private func did(_ step: String) { state.withLock { $0.steps.append(step) } }

    func read() { did("read") }

    func token(in reading: Void, after refused: [String]) -> String? { tokens.dropFirst(refused.count).first?.name }

    func prepare() { did("prepare") }

    func locked<R: Sendable>(
        _ token: String, _ reading: Void, _ work: @escaping @Sendable () async throws(AuthError) -> R
    ) async throws(AuthError) -> R {
        guard hasLocks else { throw AuthError(.storeUnavailable, origin: .store, message: "There are no locks.") }
        did("lock")
        defer { did("unlock") }
        return try await work()
    }

    func movedOver() -> RecordingPort { self }

    func refreshedMeanwhile(_ reading: Void) -> String? { state.withLock { $0.refreshed } }

    func remembered(_ token: String) -> AuthError? {
        remembered.contains(token) ? AuthError(.throttled, origin: .server, message: "Wait.") : nil
    }

    func reserveRoom(for token: String) throws(AuthError) -> [ReservedRoom] {
        did("reserve")
        guard hasRoom else { throw AuthError(.storeUnavailable, origin: .store, message: "The disk is full.") }
        return []
    }

    func redeem(
        _ token: String, keeping: @escaping @Sendable (RefreshTokenSuccessor) async -> Void
    ) async throws(AuthError) -> String {
        did("redeem \(token)")
        guard tokens.contains(where: { $0.name == token && $0.isAccepted }) else {
            throw AuthError(.interactionRequired, origin: .server, message: "Refused.")
        }
        await keeping(RefreshTokenSuccessor(refreshToken: Secret("new"), familyID: nil))
        return "response"
    }

    func keep(_ successor: RefreshTokenSuccessor, of token: String) -> String? {
        did("keep")
        return "new"
    }

    func note(_ error: AuthError?, for token: String) {}

    func store(_ response: String, of token: String, current: String, _ reading: Void) -> String {
        did("store \(token) as \(current)")
        return "result"
    }

    func refusal(_ error: AuthError, of token: String, after refused: [String]) -> SilentRefusal {
        did("evaluate")
        return SilentRefusal(error: error, source: .store, isOfFamily: false, hasNext: refused.count < tokens.count)
    }

    func apply(_ effect: RefusalDecision.Effect, to token: String) { did("drop \(token)") }

    func report(_ event: SilentEvent) {
        if case .failed = event { did("report") }
    }
}

@Suite("The silent engine")
struct SilentEngineTests {
    private func outcome(
        _ port: RecordingPort, triesNext: Bool = true, memory: SilentPolicy.Memory = .failures,
        failureLevel: SilentPolicy.LogLevel? = nil
    ) async -> Result<String, AuthError> {
        let policy = SilentPolicy(renewal: .never, memory: memory, failureLevel: failureLevel) {
            RefusalDecision(effects: [.dropFromStore], triesNext: triesNext && $0.hasNext, error: $0.error)
        }
        return await SilentEngine(
            port: port, policy: policy, correlationID: "id", lateResponse: LateResponse(30) { _ in }
        ).outcome()
    }

    @Test("It reads, locks, reads again, redeems, keeps the successor and stores")
    func order() async throws {
        let port = RecordingPort([("one", true)])
        #expect(try await outcome(port).get() == "result")
        #expect(
            port.steps == [
                "read", "prepare", "lock", "read", "reserve", "redeem one", "keep", "store one as new", "unlock",
            ])
    }

    @Test("It redeems nothing for which the store has no room, and says that the server was not asked")
    func noRoom() async throws {
        let port = RecordingPort([("one", true)], hasRoom: false)
        let error = try #require(await failure(of: port))
        #expect(error.code == .storeUnavailable && error.outage == .unsent)
        #expect(port.steps.starts(with: ["read", "prepare", "lock", "read", "reserve"]))
        #expect(port.steps.last == "unlock" && !port.steps.contains { $0.hasPrefix("redeem") })
    }

    @Test("It redeems nothing without the lock, and says that the server was not asked")
    func noLocks() async throws {
        let port = RecordingPort([("one", true)], hasLocks: false)
        let error = try #require(await failure(of: port))
        #expect(error.code == .storeUnavailable && error.outage == .unsent)
        #expect(port.steps == ["read", "prepare"])
    }

    private func failure(of port: RecordingPort) async -> AuthError? {
        guard case .failure(let error) = await outcome(port) else { return nil }
        return error
    }

    @Test("It sends nothing if another call has refreshed the token meanwhile")
    func meanwhile() async throws {
        let port = RecordingPort([("one", true)], refreshed: "theirs")
        #expect(try await outcome(port).get() == "theirs")
        #expect(port.steps == ["read", "prepare", "lock", "read", "unlock"])
    }

    @Test("After a refusal it changes the store as the decision requires, and redeems the next token")
    func refusal() async throws {
        let port = RecordingPort([("one", false), ("two", true)])
        #expect(try await outcome(port).get() == "result")
        #expect(
            port.steps.dropFirst(4) == [
                "reserve", "redeem one", "evaluate", "drop one", "reserve", "redeem two", "keep", "store two as new",
                "unlock",
            ])
    }

    @Test("A decision may end the call although there is another token")
    func end() async {
        let port = RecordingPort([("one", false), ("two", true)])
        let error = await #expect(throws: AuthError.self) { try await outcome(port, triesNext: false).get() }
        #expect(error?.correlationID == "id")
        #expect(port.steps.dropFirst(4) == ["reserve", "redeem one", "evaluate", "drop one", "unlock"])
    }

    @Test("A policy states whether an error of an equal request counts, and whether a failure is reported")
    func policy() async throws {
        let port = RecordingPort([("one", true)], remembered: ["one"])
        let error = await #expect(throws: AuthError.self) { try await outcome(port, failureLevel: .info).get() }
        #expect(error?.code == .throttled)
        #expect(port.steps.dropFirst(4) == ["evaluate", "drop one", "unlock", "report"])
        let other = RecordingPort([("one", true)], remembered: ["one"])
        #expect(try await outcome(other, memory: .none).get() == "result")
    }

    @Test("Without a refresh token it takes no lock")
    func nothing() async {
        let port = RecordingPort([])
        await #expect(throws: AuthError.self) { try await outcome(port).get() }
        #expect(port.steps == ["read"])
    }
}

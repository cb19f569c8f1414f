import KeyfobCore
import Testing

@testable import KeyfobClient

/// Suspends tasks until it is opened.
private actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func open() {
        isOpen = true
        for waiter in waiting { waiter.resume() }
        waiting = []
    }

    func pass() async {
        if isOpen { return }
        await withCheckedContinuation { waiting.append($0) }
    }
}

@Suite("Joining equal calls")
struct SingleFlightTests {
    private let flights = SingleFlight<String, Int>()
    private let gate = Gate()

    @Test("A hundred equal calls do one piece of work with one outcome")
    func joins() async throws {
        let runs = Counter()
        let flights = flights
        let gate = gate
        let values = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    try await flights.join("key") {
                        await gate.pass()
                        return .success(runs.add())
                    }
                }
            }
            while flights.waiterCount("key") < 100 { await Task.yield() }
            await gate.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(values == Array(repeating: 1, count: 100))
        #expect(runs.count == 1)
    }

    @Test("All callers get a failure, and the next call starts again")
    func fails() async throws {
        await #expect(throws: AuthError.self) {
            try await flights.join("key") { .failure(AuthError(.network, origin: .network, message: "Down.")) }
        }
        #expect(try await flights.join("key") { .success(2) } == 2)
    }

    @Test("A cancelled caller stops waiting at once; the work and the other callers continue")
    func cancels() async throws {
        let first = Task {
            try await flights.join("key") {
                await gate.pass(); return .success(1)
            }
        }
        while flights.waiterCount("key") < 1 { await Task.yield() }
        let second = Task { try await flights.join("key") { .success(2) } }
        while flights.waiterCount("key") < 2 { await Task.yield() }
        first.cancel()
        let error = await #expect(throws: AuthError.self) { try await first.value }
        #expect(error?.code == .canceled)
        await gate.open()
        #expect(try await second.value == 1)
    }

    @Test("A call that was cancelled before it began starts nothing")
    func cancelledBefore() async {
        let runs = Counter()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await flights.join("key") { .success(runs.add()) }
        }
        await #expect(throws: AuthError.self) { try await task.value }
        #expect(runs.count == 0)
    }

    @Test("Settling waits for work that no caller is waiting for")
    func settles() async {
        let runs = Counter()
        flights.start("key") {
            await gate.pass()
            return .success(runs.add())
        }
        async let settled: Void = flights.settle()
        await gate.open()
        await settled
        #expect(runs.count == 1)
        await flights.settle()
    }
}

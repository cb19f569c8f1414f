#if PostgreSQL && LinuxTransport
import KeyfobBackport
import KeyfobConformance
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Node processes on one PostgreSQL database", .timeLimit(.minutes(10)))
struct NodeProcessTests {
    /// What the clients see, and what is down.
    private final class Course: Sendable {
        struct State {
            var grants = 0
            /// Raised by every kill and every start.
            var changes = 0
            var isDatabaseUp = true
            var areNodesUp = [true, true]
            var faults: [String] = []
            var isOver = false
        }

        let state = Mutex(State())
        let grants: AsyncStream<Int>
        private let continuation: AsyncStream<Int>.Continuation

        init() { (grants, continuation) = AsyncStream.makeStream() }

        /// Whether everything is up, and the count of changes.
        func view(of node: Int) -> (isUp: Bool, changes: Int) {
            state.withLock { ($0.isDatabaseUp && $0.areNodesUp[node], $0.changes) }
        }

        func change(_ body: (inout State) -> Void) {
            state.withLock { state in
                body(&state)
                state.changes += 1
            }
        }

        func granted() {
            let count = state.withLock { state in
                state.grants += 1
                return state.grants
            }
            continuation.yield(count)
        }

        func fault(_ text: String) {
            state.withLock { state in
                state.faults.append(text)
                state.isOver = true
            }
            continuation.finish()
        }

        var isOver: Bool { state.withLock { $0.isOver } }
    }

    /// A client that redeems each refresh token for the next one, at either node.
    private struct Client {
        let number: Int
        let nodes: [NodeProcess]
        let course: Course

        func run() async {
            var token: String?
            // After a request without a response its token may be redeemed: then a refusal is no fault.
            var isUncertain = false
            var turn = number
            while !course.isOver, !Task.isCancelled {
                turn += 1
                let index = turn % 2
                let before = course.view(of: index)
                do {
                    guard let present = token else {
                        token = try await Visit.refreshToken(at: nodes[index], SystemClock())
                        isUncertain = false
                        course.granted()
                        continue
                    }
                    let response = try await Visit.refresh(present, at: nodes[index])
                    switch response.status {
                    case 200:
                        token = try TokenResponse(parsing: response.body).refreshToken?.reveal()
                        isUncertain = false
                        course.granted()
                    case 400 where isUncertain: token = nil
                    case 400:
                        course.fault("an acknowledged refresh token is refused")
                        token = nil
                    default:
                        isUncertain = true
                        check(before, index, "status \(response.status)")
                    }
                } catch is Visit.Failure {
                    // Nodes refuse a sign-in while too many passwords are checked; the client tries again.
                    continue
                } catch {
                    isUncertain = true
                    check(before, index, "\(error)")
                }
            }
        }

        /// A failure is a fault if everything that it needs was up all the time.
        private func check(_ before: (isUp: Bool, changes: Int), _ index: Int, _ text: String) {
            if before.isUp, course.view(of: index) == before { course.fault(text) }
        }
    }

    @Test("While nodes are killed and the database restarts, no grant is lost, and nothing fails at what is up")
    func kills() async throws {
        let home = try TemporaryDirectory("keyfob-nodes")
        defer { home.remove() }
        let server = try await PostgreSQLServer(isDurable: true)
        let database = "postgresql:///postgres?host=\(server.path)&user=keyfob"
        let nodes = try ["a", "b"].map { try NodeProcess(directory: "\(home.path)/\($0)", database: database) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for node in nodes { group.addTask { try await node.start() } }
            try await group.waitForAll()
        }
        let course = Course()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask { await Client(number: number, nodes: nodes, course: course).run() }
            }
            for await count in course.grants {
                switch count {
                case 60, 300:
                    let index = count == 60 ? 0 : 1
                    course.change { $0.areNodesUp[index] = false }
                    await nodes[index].kill()
                case 120, 360:
                    let index = count == 120 ? 0 : 1
                    try await nodes[index].start()
                    course.change { $0.areNodesUp[index] = true }
                case 200:
                    course.change { $0.isDatabaseUp = false }
                    await server.kill()
                    try await server.start()
                    course.change { $0.isDatabaseUp = true }
                case 450: course.change { $0.isOver = true }
                default: break
                }
                if count >= 450 { break }
            }
            course.change { $0.isOver = true }
            try await group.waitForAll()
        }
        #expect(course.state.withLock { $0.faults } == [])

        // A code that arrives at both nodes at once is redeemed once.
        for _ in 0..<3 {
            let code = try await Visit.code(at: nodes[0], SystemClock())
            async let first = Visit.redeem(code, at: nodes[0]).status
            async let second = Visit.redeem(code, at: nodes[1]).status
            #expect(try await [first, second].sorted() == [200, 400])
        }
        for node in nodes { await node.kill() }
        await server.remove()
    }
}
#endif

#if os(Linux)
#if Server
/// Limits the stages in use: each is half a dozen processes, and all tests of this bundle start at once.
actor Stages {
    static let shared = Stages(places: 3)

    private var places: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    private init(places: Int) { self.places = places }

    /// Runs `body` on a demo, when one is free.
    nonisolated func withPlace<Value>(_ body: () async throws -> Value) async throws -> Value {
        await take()
        do {
            let value = try await body()
            await leave()
            return value
        } catch {
            await leave()
            throw error
        }
    }

    private func take() async {
        if places > 0 {
            places -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    /// The caller that has waited longest gets the demo.
    private func leave() {
        if waiting.isEmpty { places += 1 } else { waiting.removeFirst().resume() }
    }
}
#endif
#endif

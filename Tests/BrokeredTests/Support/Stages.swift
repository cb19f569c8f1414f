#if Server
/// How many stages are set at a time: each is half a dozen processes, and all of this bundle's tests are begun at once.
actor Stages {
    static let shared = Stages(places: 3)

    private var places: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    private init(places: Int) { self.places = places }

    /// Does something on a stage, when there is a place for it.
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

    /// The place goes to who has waited longest.
    private func leave() {
        if waiting.isEmpty { places += 1 } else { waiting.removeFirst().resume() }
    }
}
#endif

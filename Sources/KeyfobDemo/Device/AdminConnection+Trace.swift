#if Server
import KeyfobDeviceClient
import KeyfobDeviceProtocol

extension AdminConnection {
    /// Returns once an entry that matches stands in the device's trace, of which the device tells as it is written.
    ///
    /// - Parameters:
    ///   - entry: the number of the last entry that does not count.
    ///   - seconds: how long that may take at most.
    /// - Throws: ``Disproved`` if nothing of the kind happens in time.
    func untilTraced(
        after entry: Int64, seconds: Double = 180, _ matches: @escaping @Sendable (TraceEntry) -> Bool
    ) async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                var last = entry
                while true {
                    let entries = try await self.trace(after: last, waiting: true)
                    if entries.contains(where: matches) { return true }
                    last = entries.last?.number ?? last
                }
            }
            group.addTask {
                try await Task.sleep(for: .seconds(seconds))
                return false
            }
            let isThere = try await group.next() ?? false
            group.cancelAll()
            try require(isThere, "the device has not traced what was waited for")
        }
    }
}
#endif

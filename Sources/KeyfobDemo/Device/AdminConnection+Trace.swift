#if Server
import KeyfobDeviceClient
import KeyfobDeviceProtocol

extension AdminConnection {
    /// Returns once a matching entry is in the device's trace, which the device reports as it is written.
    ///
    /// - Parameters:
    /// - entry: The number of the last entry that does not count.
    /// - seconds: The longest wait.
    /// - Throws: ``Disproved`` if there is no such entry in time.
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
            try require(isThere, "the device has not traced the expected entry")
        }
    }
}
#endif

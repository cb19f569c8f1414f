#if Server
import KeyfobDeviceClient
import KeyfobDeviceProtocol

extension AdminConnection {
    /// Returns once an entry of that kind stands in the device's trace. The device tells no one of its own accord, so it is
    /// asked again every few milliseconds, for at most so many seconds.
    ///
    /// - Throws: ``Disproved`` if nothing of the kind happens in time.
    func untilTraced(
        after entry: Int64, seconds: Double = 30, _ matches: @Sendable (TraceEntry) -> Bool
    ) async throws {
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
            if try await trace(after: entry).contains(where: matches) { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw Disproved("the device has not traced what was waited for")
    }
}
#endif

#if os(Linux)
import KeyfobBackport
import KeyfobDevice
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobTesting
import Testing

/// What the device's owner learns of requests that were not served.
@Suite(.timeLimit(.minutes(10))) struct DeviceLogTests {
    private final class Log: Sendable {
        private let content = Mutex<[DeviceLogEntry]>([])
        var entries: [DeviceLogEntry] { content.withLock { $0 } }
        func add(_ entry: DeviceLogEntry) { content.withLock { $0.append(entry) } }
    }

    @Test func `an error of the device is reported once, with the connection and the request`() async throws {
        let log = Log()
        let device = try Device(refused: { log.add($0) })
        let error = await #expect(throws: DeviceError.self) {
            _ = try await device.owner.install("\(device.folder.path)/missing", isManaged: false)
        }
        #expect(log.entries.count == 1)
        let entry = try #require(log.entries.first)
        #expect(entry.error == error && entry.bundleID == nil && entry.connection != nil && entry.request != nil)
        #expect(entry.isInternalError == (error?.code == .failed))
    }

    @Test func `a refusal by the rules is none of the device's own errors, and a success is not reported`() async throws
    {
        let log = Log()
        let device = try Device(refused: { log.add($0) })
        try await device.install(AppBundle("test.a", teamID: "T1"))
        #expect(log.entries.isEmpty)
        await #expect(throws: DeviceError.self) { try await device.owner.perform(.activate(bundleID: "test.none")) }
        #expect(log.entries.count == 1 && log.entries.first?.isInternalError == false)
    }
}
#endif

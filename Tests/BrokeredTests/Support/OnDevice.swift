#if os(Linux)
#if Server
import Foundation
import KeyfobAsyncHTTP
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobDemo

/// Starts a provider and a device with the story's apps, each app under its own user id, and always removes everything
/// at the end. Without root there are no such user ids, and the device refuses to start: the test fails then.
///
/// - Parameter broker: The broker to install; nil for none.
func onDevice(
    os: DeviceOS = .ios13, broker: DemoDevice.BrokerKind? = .withExtension, _ body: (DemoDevice) async throws -> Void
) async throws {
    try await Stages.shared.withPlace { try await withDemo(os: os, broker: broker, body) }
}

private func withDemo(
    os: DeviceOS, broker: DemoDevice.BrokerKind?, _ body: (DemoDevice) async throws -> Void
) async throws {
    let directory = try TemporaryDirectory("keyfob-brokered")
    defer { directory.remove() }
    var environment = ProcessInfo.processInfo.environment
    environment["KEYFOB_HOME"] = directory.path
    let provider = ProviderProcess(
        directory: "\(directory.path)/idp", environment: environment,
        transport: { caFile throws(AuthError) in try AsyncHTTPTransport(trust: .caFile(caFile)) })
    try await provider.start()
    let demo: DemoDevice
    do {
        demo = try await DemoDevice.set(
            provider: provider, executables: BuildProducts.folder, environment: environment, os: os)
    } catch {
        await provider.stop()
        throw error
    }
    do {
        if let broker { try await demo.installBroker(broker) }
        try await body(demo)
    } catch {
        await demo.clear()
        await provider.stop()
        throw error
    }
    await demo.clear()
    await provider.stop()
}

extension Trait where Self == TimeLimitTrait {
    /// Ends a test that hangs. The limit includes the time that a test waits for others.
    static var onDevice: Self { .timeLimit(.minutes(30)) }
}

extension DemoDevice {
    /// The trace of the device after an entry.
    func trace(after entry: Int64 = 0) async throws -> [TraceEntry] { try await owner.trace(after: entry) }

    /// The apps that came to the front after an entry of the trace, in order.
    func fronts(after entry: Int64) async throws -> [String] {
        try await trace(after: entry).filter { $0.kind == .foreground }.compactMap(\.app)
    }
}
#endif
#endif

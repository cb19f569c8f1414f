#if Server
import Foundation
import KeyfobTesting

@testable import KeyfobDemo

/// Sets up the demo's demo in its own directory, and always removes it at the end.
func withDemo(_ body: (DemoEnvironment) async throws -> Void) async throws {
    let directory = try TemporaryDirectory("keyfob-demo")
    defer { directory.remove() }
    let demo = try await DemoEnvironment.set(
        directory: directory.path, executables: BuildProducts.folder,
        environment: ProcessInfo.processInfo.environment)
    do {
        try await body(demo)
    } catch {
        await demo.clear()
        throw error
    }
    await demo.clear()
}
#endif

#if Server
import Foundation
import KeyfobTesting

@testable import KeyfobDemo

/// Sets up the demo's stage in its own directory, and always removes it at the end.
func onStage(_ body: (Stage) async throws -> Void) async throws {
    let directory = try TemporaryDirectory("keyfob-stage")
    defer { directory.remove() }
    let stage = try await Stage.set(
        directory: directory.path, executables: BuildProducts.folder,
        environment: ProcessInfo.processInfo.environment)
    do {
        try await body(stage)
    } catch {
        await stage.clear()
        throw error
    }
    await stage.clear()
}
#endif

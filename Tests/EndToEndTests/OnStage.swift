#if Server
import Foundation
import KeyfobTesting

@testable import KeyfobDemo

/// Sets the demo's stage in a directory of its own, and clears it whatever happens.
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

import KeyfobCore
import Testing

@testable import KeyfobBrokerCore

/// Sign-ins that are before the person at the same time.
@Suite("a few windows for each app")
struct OpenWindowsTests {
    private func app(_ bundleID: String) -> RequestingApp {
        RequestingApp(name: "", bundleID: bundleID, isVerified: true)
    }

    /// Shows windows for apps, one in the other, and does something within.
    private func nested(
        _ windows: OpenWindows, _ apps: [RequestingApp], isNamed: Bool, _ body: () async -> Void
    ) async throws(AuthError) {
        guard let first = apps.first else { return await body() }
        try await windows.with(first, isNamed: isNamed) { () async throws(AuthError) in
            try await nested(windows, Array(apps.dropFirst()), isNamed: isNamed, body)
        }
    }

    @Test("An app has three at most, other apps have theirs, and what is closed counts no more")
    func named() async throws {
        let windows = OpenWindows()
        let (a, b) = (app("test.a"), app("test.b"))
        try await nested(windows, [a, a, a], isNamed: true) {
            await #expect(throws: AuthError.self) { try await nested(windows, [a], isNamed: true) {} }
            await #expect(throws: Never.self) { try await nested(windows, [b, b, b], isNamed: true) {} }
        }
        try await nested(windows, [a, a, a], isNamed: true) {}
    }

    @Test("Apps that the device does not name have eight together, whatever they call themselves")
    func unnamed() async throws {
        let windows = OpenWindows()
        let many = (0..<8).map { app("test.app\($0)") }
        try await nested(windows, many, isNamed: false) {
            await #expect(throws: AuthError.self) { try await nested(windows, [app("test.x")], isNamed: false) {} }
            await #expect(throws: Never.self) { try await nested(windows, [app("test.x")], isNamed: true) {} }
        }
        try await nested(windows, many, isNamed: false) {}
    }
}

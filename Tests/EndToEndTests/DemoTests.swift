#if Server
import Foundation
import KeyfobTesting
import Testing

/// The command that a new user runs first.
@Suite("keyfob demo", .serialized, .timeLimit(.minutes(10)))
struct DemoTests {
    private static let keyfob = BuildProducts.executable("keyfob")

    @Test("keyfob demo proves every claim, ends with 0 and leaves nothing behind")
    func everyClaimIsProved() async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        var environment = ProcessInfo.processInfo.environment
        environment["TMPDIR"] = directory.path
        let outcome = try await ChildProcess.run(Self.keyfob, ["demo"], environment: environment)
        // Claims that require user ids for the apps are proved for users who have some: root, and users with a range.
        let hasIDs = try await Self.hasIDs()
        #expect(outcome.status == (hasIDs ? 0 : 1), "\(outcome.output)\(outcome.errors)")
        check(outcome, provesAll: hasIDs)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
    }

    @Test("a user with a range of user ids has every claim proved too")
    func ordinaryUser() async throws {
        let user = try OrdinaryUser(hasRange: true)
        defer { user.remove() }
        let outcome = try await user.run(Self.keyfob, ["demo"])
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        check(outcome, provesAll: true)
        #expect(outcome.output.contains("each under a user id of its own"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: user.temporary).isEmpty)
    }

    @Test("a user without one first reads which claims are not proved and which command changes that; it ends with 1")
    func ordinaryUserWithoutRange() async throws {
        let user = try OrdinaryUser(hasRange: false)
        defer { user.remove() }
        let outcome = try await user.run(Self.keyfob, ["demo"])
        #expect(outcome.status == 1, "\(outcome.output)\(outcome.errors)")
        check(outcome, provesAll: false)
        let first = outcome.output.split(separator: "\n").prefix(3).joined(separator: " ")
        #expect(first.contains("Not everything can be proved here"))
        #expect(first.contains("Run: sudo usermod --add-subuids") && first.contains("as root"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: user.temporary).isEmpty)
    }

    private func check(_ outcome: ChildProcess.Outcome, provesAll: Bool) {
        #expect(!outcome.output.contains("FAILED"), "\(outcome.output)")
        #expect(outcome.output.contains("not proved") != provesAll)
        #expect(outcome.output.matches(of: #/\n +\d+  proved  /#).count >= (provesAll ? 33 : 19))
        #expect(!outcome.output.contains("eyJ"), "a token was printed")
    }

    private static func hasIDs() async throws -> Bool {
        if geteuid() == 0 { return true }
        return try await ChildProcess.run(
            BuildProducts.executable("keyfob-device"), ["namespace", "--", "/bin/true"],
            environment: ProcessInfo.processInfo.environment
        ).status == 0
    }
}
#endif

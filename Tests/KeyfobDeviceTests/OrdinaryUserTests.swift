#if os(Linux)
import Foundation
import KeyfobCore
import KeyfobDevice
import KeyfobSocket
import KeyfobTesting
import Testing

/// The device of a user who is not root: in that user's namespace, or not at all.
///
/// Everything is done with the command, as that user would: the device refuses its owner's socket to any other user.
@Suite(.serialized, .timeLimit(.minutes(10))) struct OrdinaryUserTests {
    private static let program = BuildProducts.executable("keyfob-device")

    /// A running device, and its owner's commands.
    private final class Scene {
        let user: OrdinaryUser
        let folder: String
        let process: ChildProcess

        /// - Parameter ready: Whether to wait until it is ready.
        init(_ user: OrdinaryUser, _ name: String = "d", _ options: [String] = []) async throws {
            self.user = user
            folder = "\(user.home)/\(name)"
            process = try user.start(OrdinaryUserTests.program, ["serve", "--folder", folder] + options)
            let line = try #require(await process.nextLine())
            #expect(line.contains("is ready"))
        }

        @discardableResult
        func perform(_ verb: String, _ arguments: String...) async throws -> String {
            let outcome = try await user.run(OrdinaryUserTests.program, [verb, "--folder", folder] + arguments)
            #expect(outcome.status == 0, "\(verb) \(arguments): \(outcome.errors)")
            return outcome.output
        }

        func ask(_ bundleID: String, _ input: JSONValue) async throws -> JSONValue {
            try JSONValue(parsing: try await perform("input", bundleID, input.text()))
        }

        /// Installs a probe, launches it, and returns its own description.
        func run(_ bundle: AppBundle) async throws -> JSONValue {
            let path = "\(folder)-\(bundle.bundleID).app"
            try bundle.write(to: path, program: BuildProducts.executable("KeyfobDeviceProbe"))
            try await perform("install", path)
            try await perform("launch", bundle.bundleID)
            return try await ask(bundle.bundleID, ["do": "who"])
        }

        /// A test that failed leaves no device.
        deinit { process.signal(SIGKILL) }

        /// Ends it as ctrl-C does.
        func stop() async {
            process.signal(SIGINT)
            let outcome = await process.outcome()
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
    }

    private let a = AppBundle(
        "test.contoso.a", teamID: "T1", schemes: ["msauth.test.contoso.a"], keychainGroups: ["suite"])
    private let x = AppBundle("test.x", teamID: "T2", keychainGroups: ["suite"])
    private let owner = AppBundle("test.owner", teamID: "T9", associatedDomains: ["authsrv:login.contoso.test"])

    @Test func `with a range of user ids each app has its own, isolated as under root`() async throws {
        let user = try OrdinaryUser(hasRange: true)
        defer { user.remove() }
        let scene = try await Scene(user)
        let (one, other) = (try await scene.run(a), try await scene.run(x))
        #expect(one["uid"] == 2000 && other["uid"] == 2001)
        #expect(one["assurance"] == "kernelEnforced" && other["assurance"] == "kernelEnforced")
        #expect(one["bundle_id"] == "test.contoso.a" && other["bundle_id"] == "test.x")
        // Outside, these are ids of the user's range, and the device is the user.
        let process = try #require(one["pid"]?.integerValue)
        if geteuid() == 0 { #expect(machineUsers().contains(user.firstSubordinateID + 1999)) }
        for path in [
            "/proc/\(process)/environ", "/proc/\(process)/mem", "\(scene.folder)/homes/test.contoso.a",
            "\(scene.folder)/state/keychain.json", "\(scene.folder)/logs/test.contoso.a.log", "/etc/shadow",
        ] {
            let answer = try await scene.ask("test.x", ["do": "read", "path": .string(path)])
            #expect(["EACCES", "ENOENT", "EPERM"].contains(answer["failed"]?.stringValue), "\(path): \(answer)")
        }
        #expect(try await scene.ask("test.x", ["do": "signal", "pid": .integer(process)])["failed"] != nil)
        for id in [0, 2000] {
            #expect(try await scene.ask("test.x", ["do": "become", "uid": .integer(id)])["failed"] == "EPERM")
        }
        let seen = try await scene.ask("test.x", ["do": "processes"]).arrayValue ?? []
        #expect(!seen.contains(.string("\(process)")) && !seen.contains("1"))
        // The keychain, and the callers of the extension.
        let added = try await scene.ask(
            "test.contoso.a", ["do": "keychain", "call": "add", "account": "ada", "value": "s"])
        #expect(added == "T1.suite")
        let refused = try await scene.ask("test.x", ["do": "keychain", "group": "T1.suite"])
        #expect(refused["status"] == -34018)
        _ = try await scene.run(owner)
        let reply = try await scene.ask(
            "test.x",
            [
                "do": "sign_on", "provider": "https://login.contoso.test/common",
                "options": ["caller": "test.contoso.a"],
            ])
        #expect(reply["caller"] == "test.x" && reply["assurance"] == "kernelEnforced")
        // An app's leftovers end with it, and everything ends with the device.
        _ = try await scene.ask("test.x", ["do": "leave_behind"])
        try await scene.perform("kill", "test.x")
        if geteuid() == 0 { #expect(!machineUsers().contains(user.firstSubordinateID + 2000)) }
        await scene.stop()
        #expect(
            machineUsers().isDisjoint(with: user.firstSubordinateID..<user.firstSubordinateID + OrdinaryUser.rangeSize))
        #expect(!FileManager.default.fileExists(atPath: "\(scene.folder)/run/admin.sock"))
        // The user alone cannot remove the apps' leftovers, and the command that can is the one in the help.
        let removed = try await user.run(Self.program, ["namespace", "--", "/bin/rm", "-r", scene.folder])
        #expect(removed.status == 0, "\(removed.errors)")
        #expect(!FileManager.default.fileExists(atPath: scene.folder))
    }

    @Test func `orphaned processes of an app are reaped long before the app ends`() async throws {
        let user = try OrdinaryUser(hasRange: true)
        defer { user.remove() }
        let scene = try await Scene(user)
        _ = try await scene.run(a)
        #expect(try await scene.ask("test.contoso.a", ["do": "orphan", "count": 300]) == true)
        var left = zombies(of: user)
        let end = ContinuousClock.now + .seconds(30)
        while left > 0, ContinuousClock.now < end {
            _ = try await scene.ask("test.contoso.a", ["do": "who"])
            left = zombies(of: user)
        }
        #expect(left == 0)
        await scene.stop()
    }

    @Test func `two devices of a user assign different ids, and an app of one is unknown to the other`() async throws {
        let user = try OrdinaryUser(hasRange: true)
        defer { user.remove() }
        let (one, other) = (try await Scene(user, "one"), try await Scene(user, "other"))
        let (first, second) = (try await one.run(a), try await other.run(a))
        #expect(first["uid"] == 2000 && second["uid"] == 3000)
        let answer = try await one.ask(
            "test.contoso.a",
            ["do": "forge", "path": .string("\(other.folder)/run/device.sock"), "header": ["do": "identify", "id": 1]])
        #expect(answer["refused"] != nil)
        let trace = try await other.perform("trace")
        #expect(trace.contains("refused") && trace.contains("another namespace"), "\(trace)")
        // One that is ended by force takes its apps with it.
        one.process.signal(SIGKILL)
        _ = await one.process.outcome()
        await other.stop()
    }

    @Test(arguments: [[], ["/usr/bin/newuidmap"]])
    func `without a range, or the programs that use it, the device does not start, and names the command that helps`(
        hidden: [String]
    ) async throws {
        let user = try OrdinaryUser(hasRange: !hidden.isEmpty && geteuid() == 0, hiding: hidden)
        defer { user.remove() }
        let outcome = try await user.run(Self.program, ["serve", "--folder", "\(user.home)/d"])
        #expect(outcome.status == 4)
        #expect(outcome.errors.contains("cannot give each app a user id of its own"))
        #expect(outcome.errors.contains("--insecure-single-uid"))
        if hidden.isEmpty {
            #expect(outcome.errors.contains("Run: sudo usermod --add-subuids 100000-165535 --add-subgids"))
        } else {
            #expect(outcome.errors.contains("newuidmap is not installed") && outcome.errors.contains("uidmap"))
        }
        #expect(!FileManager.default.fileExists(atPath: "\(user.home)/d"))
    }

    @Test func `under one user id for all, callers are only claimed, and an app ends with its child processes`()
        async throws
    {
        let user = try OrdinaryUser(hasRange: false)
        defer { user.remove() }
        let scene = try await Scene(user, "d", ["--insecure-single-uid"])
        let who = try await scene.run(a)
        #expect(who["uid"] == .integer(OrdinaryUser.userID))
        #expect(who["assurance"] == "claimed")
        _ = try await scene.run(owner)
        let reply = try await scene.ask(
            "test.contoso.a", ["do": "sign_on", "provider": "https://login.contoso.test/common", "options": [:]])
        #expect(reply["assurance"] == "claimed")
        await scene.stop()
    }

    @Test func `a range is parsed as unshare does, and the proposed one overlaps with no other`() {
        let file = "# people\nada:100000:65536\n1000:200000:4000\nbad\nada:5:70000\ngrace:4294967295:65536\n"
        #expect(
            SubordinateIDs(file: file, name: "ada", userID: 1) == SubordinateIDs(file: file, name: "ada", userID: 2))
        #expect(SubordinateIDs(file: file, name: "ada", userID: 1).count == 65536)
        #expect(SubordinateIDs(file: file, name: "x", userID: 1000).suffices)
        let none = SubordinateIDs(file: file, name: "x", userID: 7)
        #expect(none.count == 0 && !none.suffices && none.free == 204_000)
        #expect(!SubordinateIDs(file: "x:100000:1000\n", name: "x", userID: 7).suffices)
        #expect(SubordinateIDs(file: "", name: "x", userID: 7).free == 100_000)
    }

    /// The number of processes of a user's range that have ended and were not waited for.
    private func zombies(of user: OrdinaryUser) -> Int {
        let range = user.firstSubordinateID..<user.firstSubordinateID + OrdinaryUser.rangeSize
        return statuses().count { text in
            text.contains("Z (zombie)")
                && text.firstMatch(of: #/Uid:\t(\d+)/#).flatMap { UInt32($0.1) }.map(range.contains) == true
        }
    }

    /// The kernel's status of each process of the machine.
    private func statuses() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { name in
            guard Int32(name) != nil else { return nil }
            return FileManager.default.contents(atPath: "/proc/\(name)/status").map {
                String(decoding: $0, as: UTF8.self)
            }
        }
    }

    /// The users of all processes of the machine that have not ended.
    private func machineUsers() -> Set<UInt32> {
        Set(
            statuses().compactMap { text in
                guard !text.contains("Z (zombie)"), let line = text.firstMatch(of: #/Uid:\t(\d+)/#) else { return nil }
                return UInt32(line.1)
            })
    }
}
#endif

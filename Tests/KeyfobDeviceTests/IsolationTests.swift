#if os(Linux)
import Foundation
import KeyfobCore
import KeyfobDevice
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobSocket
import KeyfobTesting
import Testing

/// The isolation of apps that are processes, each under its own user id.
///
/// The tests require root, as the switchboard does, and fail without it.
@Suite(.serialized) struct IsolationTests {
    private let a = AppBundle(
        "test.contoso.a", teamID: "T1", schemes: ["x-msauth-contoso"], keychainGroups: ["com.microsoft.adalcache"],
        arguments: ["--flag", "two words"],
        environment: ["COLOUR": "blue", "KEYFOB_HOME": "/elsewhere", "LD_PRELOAD": "/tmp/evil.so"])
    private let x = AppBundle("test.x", teamID: "T2", schemes: ["x-msauth-contoso"])

    @Test func `each app has its own user, home and environment`() async throws {
        let device = try Device(hasProcesses: true, environment: ["SHARED": "yes"])
        let (one, other) = (try await device.run(a), try await device.run(x))
        let user = try #require(one["uid"]?.integerValue)
        #expect(user >= 211_000 && user % 1000 == 0)
        #expect(other["uid"] == .integer(user + 1))
        #expect(one["bundle_id"] == "test.contoso.a")
        #expect(one["assurance"] == "kernelEnforced")
        #expect(one["arguments"] == ["--flag", "two words"])
        let environment = try #require(one["environment"]?.objectValue)
        let home = device.board.devicePath.replacing("/run/device.sock", with: "/homes/test.contoso.a")
        #expect(environment["KEYFOB_HOME"] == .string(home))
        #expect(one["folder"] == .string(home))
        #expect(environment["COLOUR"] == "blue")
        #expect(environment["SHARED"] == "yes")
        #expect(
            environment.keys.sorted() == [
                "COLOUR", "HOME", "KEYFOB_DEVICE_SOCKET", "KEYFOB_HOME", "LD_PRELOAD", "PATH", "SHARED", "TMPDIR",
            ])
        // The same after it was ended, and after a new version was installed.
        try await device.owner.perform(.kill(bundleID: "test.contoso.a"))
        #expect(try await device.run(a)["uid"] == .integer(user))
        // Another device of the machine assigns others.
        let second = try await Device(hasProcesses: true).run(a)["uid"]?.integerValue
        #expect(second.map { $0 % 1000 == 0 && $0 != user } == true)
    }

    @Test func `R27 one scheme, three apps: each reply reaches the app whose bundle id is the host`() async throws {
        let device = try Device(hasProcesses: true)
        let scheme = "x-msauth-mytestiosapp"
        let hosts = ["com.myapp.mytestapp", "com.myapp.mytestapp2", "com.myapp.mytestapp3"]
        for host in hosts { try await device.run(AppBundle(host, teamID: "T1", schemes: [scheme])) }
        let broker = AppBundle("test.broker", teamID: "T9", schemes: ["msauthv2"])
        for host in hosts.reversed() {
            try await device.run(broker)
            #expect(
                try await device.ask("test.broker", ["do": "open", "url": .string("\(scheme)://\(host)?r=\(host)")])
                    == true)
        }
        for host in hosts {
            let urls = try await device.inbox(host).compactMap { $0["url"]?.stringValue }
            #expect(urls == ["\(scheme)://\(host)?r=\(host)"])
        }
    }

    @Test func `an app cannot read, signal or become another, nor write to the device's files`() async throws {
        let device = try Device(hasProcesses: true)
        let victim = try await device.run(a)
        try await device.run(x)
        let root = device.board.devicePath.replacing("/run/device.sock", with: "")
        let pid = try #require(victim["pid"]?.integerValue)
        // Another app's secrets: of its process, of its home, of the device.
        for path in [
            "/proc/\(pid)/environ", "/proc/\(pid)/mem", "/proc/\(pid)/maps", "/proc/\(pid)/fd",
            "\(root)/homes/test.contoso.a", "\(root)/homes/test.contoso.a/tmp", "\(root)/state/keychain.json",
            "\(root)/state/registry.json", "\(root)/logs/test.contoso.a.log", "\(root)/apps",
            "\(root)/apps/test.contoso.a", "\(root)/apps/test.contoso.a/Info.plist",
            "\(root)/apps/test.contoso.a/entitlements.plist",
        ] {
            let answer = try await device.ask("test.x", ["do": "read", "path": .string(path)])
            #expect(["EACCES", "ENOENT", "EPERM"].contains(answer["failed"]?.stringValue), "\(path): \(answer)")
        }
        // It can read its own bundle.
        let own = try await device.ask("test.x", ["do": "read", "path": .string("\(root)/apps/test.x/Info.plist")])
        #expect(own["failed"] == nil, "\(own)")
        // Processes of others are not even listed.
        let seen = try await device.ask("test.x", ["do": "processes"]).arrayValue ?? []
        #expect(!seen.contains(.string("\(pid)")))
        #expect(!seen.contains(.string("\(getpid())")))
        #expect(try await device.ask("test.x", ["do": "signal", "pid": .integer(pid)])["failed"] == "EPERM")
        for user in [0, victim["uid"]?.integerValue ?? 0] {
            #expect(try await device.ask("test.x", ["do": "become", "uid": .integer(user)])["failed"] == "EPERM")
        }
        for path in [
            "\(root)/apps/test.x/Info.plist", "\(root)/apps/test.x/entitlements.plist", "\(root)/apps/test.x/program",
            "\(root)/apps/test.y", "\(root)/run/new.sock", "\(root)/state/new", "\(root)/homes/test.contoso.a/new",
        ] {
            let answer = try await device.ask("test.x", ["do": "write", "path": .string(path)])
            #expect(["EACCES", "EPERM"].contains(answer["failed"]?.stringValue), "\(path): \(answer)")
        }
        #expect(
            try await device.ask("test.x", ["do": "connect", "path": .string("\(root)/run/admin.sock")])["refused"]
                != nil)
    }

    @Test func `no message names its sender: whatever a frame claims, the user id counts`() async throws {
        let device = try Device(hasProcesses: true)
        try await device.run(a)
        try await device.run(x)
        let path = JSONValue.string(device.board.devicePath)
        let claims: JSONValue = [
            "do": "identify", "id": 1, "bundle_id": "test.contoso.a", "uid": 0, "caller": "test.contoso.a",
            "origin": ["bundle_id": "test.contoso.a", "team_id": "T1", "managed": true, "assurance": "kernelEnforced"],
        ]
        let answer = try await device.ask("test.x", ["do": "forge", "path": path, "header": claims])
        #expect(answer["identity"]?["origin"]?["bundle_id"] == "test.x")
        // The apps' socket refuses the owner's requests.
        for action in ["keychain_items", "trace", "install", "kill", "shut_down"] {
            let header: JSONValue = ["do": .string(action), "id": 1, "bundle_id": "test.contoso.a", "after": 0]
            let answer = try await device.ask("test.x", ["do": "forge", "path": path, "header": header])
            #expect(answer["fault"]?["code"] == "malformed", "\(action): \(answer)")
        }
        #expect(try await device.trace(.malformed).allSatisfy { $0.app == "test.x" })
        // A process that is no app gets nothing, not even as root.
        #expect(throws: DeviceError.self) { try DeviceConnection(path: device.board.devicePath) }
        #expect(try await device.trace(.refused).last?.outcome?.contains("no app that was launched") == true)
    }

    @Test func `a program that an app starts itself is that app, and ends with it`() async throws {
        let device = try Device(hasProcesses: true)
        try await device.run(a)
        try await device.run(x)
        let root = device.board.devicePath.replacing("/run/device.sock", with: "")
        // Even another app's program, which every user may run, is only the app that runs it.
        let swapped = try await device.ask(
            "test.x", ["do": "swap", "path": .string("\(root)/apps/test.contoso.a/program")])
        #expect(swapped == "test.x T2")
        let who = try await device.ask("test.x", ["do": "who"])
        let (pid, user) = (try #require(who["pid"]?.integerValue), try #require(who["uid"]?.integerValue))
        // Processes that an ended app has left behind are ended too, before the device considers it ended.
        try await device.ask("test.x", ["do": "leave_behind"])
        try await device.owner.perform(.kill(bundleID: "test.x"))
        #expect(kill(Int32(pid), 0) != 0)
        #expect(try processes(of: user).isEmpty)
    }

    @Test func `a device in a folder that apps cannot reach does not start, and names the folder`()
        throws
    {
        let folder = try TemporaryDirectory("closed")
        let loop = try SocketLoop(name: "test")
        defer {
            loop.stop()
            folder.remove()
        }
        let options = DeviceOptions(folder: folder.path + "/d")
        let fault = #expect(throws: DeviceError.self) {
            try Switchboard(options: options, launcher: IdleLauncher(), loop: loop)
        }
        #expect(fault?.code == .refused)
        #expect(fault?.message.contains(folder.path) == true)
    }

    @Test func `user ids come from the ranges of the namespace`() {
        #expect(AppIsolation.firstUserID(uidMap: "         0          0 4294967295\n") == 210_000)
        #expect(AppIsolation.firstUserID(uidMap: "0 1000 1\n1 100000 65536\n") == 2000)
        #expect(AppIsolation.firstUserID(uidMap: "0 1000 1\n") == nil)
        #expect(AppIsolation.firstUserID(uidMap: "0 1000 1\n1 100000 100") == nil)
        #expect(AppIsolation.firstUserID(uidMap: "") == nil)
    }

    @Test func `under a single user id every caller is only claimed`() async throws {
        let device = try Device(isolation: .insecureSingleUser, hasProcesses: true)
        let broker = AppBundle("test.broker", teamID: "T9", associatedDomains: ["authsrv:login.contoso.test"])
        try await device.run(broker)
        let app = try await device.run(a)
        #expect(app["uid"] == .integer(getuid()))
        #expect(app["assurance"] == "claimed")
        let reply = try await device.ask(
            "test.contoso.a", ["do": "sign_on", "provider": "https://login.contoso.test/common", "options": ["k": "v"]])
        #expect(reply == ["k": "v", "caller": "test.contoso.a", "team": "T1", "assurance": "claimed", "managed": "0"])
    }

    private func processes(of user: Int64) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
            guard Int32(name) != nil, let status = FileManager.default.contents(atPath: "/proc/\(name)/status") else {
                return false
            }
            let text = String(decoding: status, as: UTF8.self)
            return text.contains("Uid:\t\(user)\t") && !text.contains("Z (zombie)")
        }
    }
}
#endif

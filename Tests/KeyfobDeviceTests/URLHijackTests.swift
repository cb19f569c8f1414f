#if os(Linux)
import Foundation
import KeyfobDevice
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobTesting
import Testing

/// Apps that try to get URLs meant for others: by their bundle ids, and by letters that only look the same.
@Suite struct URLHijackTests {
    private let a = AppBundle("test.contoso.a", teamID: "T1", schemes: ["x-msauth-contoso", "keyfob-x"])

    private func receiver(_ url: String, on device: Device) async throws -> String? {
        #expect(try await device.owner.open(url), "\(url)")
        return try await device.trace(.openURL).last?.other
    }

    @Test func `no bundle id takes a URL of a scheme from a team that was there before`() async throws {
        let device = try Device()
        try await device.install(a)
        let hosts = ["callback.contoso.test", "test.contoso.b"]
        for host in hosts {
            try await device.install(AppBundle(host, teamID: "T2", schemes: ["x-msauth-contoso"]))
            try await device.install(AppBundle("un.\(host)", teamID: nil, schemes: ["x-msauth-contoso"]))
        }
        for host in hosts + hosts.map({ "un.\($0)" }) {
            #expect(try await receiver("x-msauth-contoso://\(host)?code=1", on: device) == "test.contoso.a")
        }
        // Nor does an unsigned app belong to the team of another one.
        let unsigned = try Device()
        for id in ["test.first", "test.second"] {
            try await unsigned.install(AppBundle(id, teamID: nil, schemes: ["s"]))
        }
        #expect(try await receiver("s://test.second", on: unsigned) == "test.first")
    }

    @Test(arguments: ["auth", "broker", "Broker", "localhost", "auth.", ".auth", "a..b"])
    func `a bundle id of one label is refused, and so is one with an empty label`(bundleID: String) async throws {
        let device = try Device()
        try await device.install(a)
        let fault = await #expect(throws: DeviceError.self) {
            try await device.install(AppBundle(bundleID, teamID: "T2", schemes: ["x-msauth-contoso"]))
        }
        #expect(fault?.message.contains("CFBundleIdentifier") == true)
        #expect(try await device.owner.apps().map(\.origin.bundleID) == ["test.contoso.a"])
    }

    @Test func `an app with a one-label id, installed by an earlier version, gets nothing, and the others continue`()
        async throws
    {
        let folder = try TemporaryDirectory("dev")
        defer { folder.remove() }
        let root = folder.path + "/d"
        func begin(_ body: (Device) async throws -> Void) async throws {
            let device = try Device(folder: folder, firstUserID: OwnUserIDs.first(9))
            do { try await body(device) } catch { Issue.record(error) }
            device.board.stop()
            await device.board.untilStopped()
        }
        try await begin { try await $0.install(AppBundle("auth.x", teamID: "T2", schemes: ["x-msauth-contoso"])) }
        // The registry that an earlier version has left on the disk.
        let registry = try String(contentsOfFile: "\(root)/state/registry.json", encoding: .utf8)
        try Data(registry.replacing("auth.x", with: "auth").utf8).write(
            to: URL(fileURLWithPath: "\(root)/state/registry.json"))
        try FileManager.default.moveItem(atPath: "\(root)/apps/auth.x", toPath: "\(root)/apps/auth")
        try AppBundle("auth", teamID: "T2", schemes: ["x-msauth-contoso"]).write(to: folder.path + "/written")
        for name in ["Info.plist", "entitlements.plist"] {
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/written/\(name)"))
            try data.write(to: URL(fileURLWithPath: "\(root)/apps/auth/\(name)"))
        }
        try await begin { device in
            try await device.install(a)
            #expect(try await receiver("x-msauth-contoso://auth", on: device) == "test.contoso.a")
            #expect(try await device.owner.apps().map(\.origin.bundleID) == ["test.contoso.a"])
            try await device.owner.perform(.uninstall(bundleID: "auth"))
        }
    }

    @Test func `a host that equals a bundle id names that app before one in another letter case`() async throws {
        let device = try Device()
        for id in ["test.contoso.B", "test.contoso.b", "test.Contoso.b"] {
            try await device.install(AppBundle(id, teamID: "T1", schemes: ["s"]))
        }
        for id in ["test.contoso.b", "test.contoso.B", "test.Contoso.b"] {
            #expect(try await receiver("s://\(id)/x", on: device) == id)
        }
        #expect(try await receiver("s://TEST.contoso.b", on: device) == "test.contoso.B")
    }

    @Test func `letters beyond ASCII are refused in schemes and hosts, even those that lower-case to ASCII`()
        async throws
    {
        let device = try Device()
        try await device.install(a)
        let app = try await device.connect("test.contoso.a").connection
        for url in [
            "\u{212A}eyfob-x://h", "keyfob-x://\u{212A}.test", "keyfob-x://test.contoso.\u{430}",
            "https://login.microsoftonline.\u{441}om", "\u{17F}://x",
        ] {
            await #expect(throws: DeviceError.self, "\(url)") { try await device.owner.open(url) }
            await #expect(throws: DeviceError.self, "\(url)") { try await app.canOpen(url) }
        }
        // After the host the content is up to the receiver.
        #expect(try await receiver("keyfob-x://h/\u{212A}?\u{430}", on: device) == "test.contoso.a")
        for bundle in [
            AppBundle("test.x", teamID: "T2", schemes: ["\u{212A}eyfob-x"]),
            AppBundle("test.x", teamID: "T2", schemes: ["x msauth"]),
            AppBundle("test.x", teamID: "T2", associatedDomains: ["applinks:\u{212A}.test"]),
            AppBundle("test.x", teamID: "T2", associatedDomains: ["authsrv:\u{212A}.test"]),
            AppBundle("test.\u{212A}", teamID: "T2"), AppBundle("test.x", teamID: "unsigned"),
            AppBundle("test.x", teamID: "Unsigned"),
        ] {
            await #expect(throws: DeviceError.self, "\(bundle)") { try await device.install(bundle) }
        }
    }
}
#endif

#if os(Linux)
import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobDevice
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobTesting
import Testing

/// The device's keychain: access groups by signature, kept by the switchboard.
@Suite struct KeychainTests {
    private let a = AppBundle(
        "test.contoso.a", teamID: "T1", keychainGroups: ["test.contoso.a", "com.microsoft.adalcache"])
    private let b = AppBundle("test.contoso.b", teamID: "T1", keychainGroups: ["com.microsoft.adalcache"])

    private func item(_ account: String, group: String? = nil) -> KeychainItem {
        KeychainItem(accessGroup: group, account: account, accessibility: .afterFirstUnlock, value: Secret([1, 2]))
    }

    private func keychain(_ device: Device, _ bundleID: String) async throws -> DeviceKeychain {
        DeviceKeychain(try await device.connect(bundleID).connection)
    }

    @Test func `R30 the groups of an app are its entitlements', prefix filled in, its own group first`() async throws {
        let device = try Device()
        // The guide's own entitlements.plist.
        try await device.install(
            AppBundle(
                "com.myapp.mytestapp", teamID: "T1", keychainGroups: ["com.myapp.mytestapp", "com.myapp.mycache"]))
        let guide = try await keychain(device, "com.myapp.mytestapp")
        #expect(guide.groups == ["T1.com.myapp.mytestapp", "T1.com.myapp.mycache"])
        #expect(try guide.add(item("x")).accessGroup == "T1.com.myapp.mytestapp")
        // iOS gives every signed app its own group, whether the app names it or not.
        try await device.install(b)
        #expect(
            try await keychain(device, "test.contoso.b").groups == ["T1.com.microsoft.adalcache", "T1.test.contoso.b"])
    }

    @Test func `R14 R130 an app that is signed by another team loses the shared group`() async throws {
        let device = try Device()
        for bundle in [a, b] { try await device.install(bundle) }
        let first = try await keychain(device, "test.contoso.a")
        try first.add(item("token", group: "T1.com.microsoft.adalcache"))
        #expect(try await keychain(device, "test.contoso.b").copyMatching(KeychainQuery()).map(\.account) == ["token"])
        var resigned = b
        resigned.teamID = "T2"
        // As an update it is refused, signed or not; it is installed in the app's place only after the app was removed.
        for teamID in ["T2", nil] {
            resigned.teamID = teamID
            let other = resigned
            await #expect(throws: DeviceError.self) { try await device.install(other) }
        }
        #expect(try await keychain(device, "test.contoso.b").groups.first == "T1.com.microsoft.adalcache")
        resigned.teamID = "T2"
        try await device.owner.perform(.uninstall(bundleID: "test.contoso.b"))
        try await device.install(resigned)
        let other = try await keychain(device, "test.contoso.b")
        #expect(other.groups == ["T2.com.microsoft.adalcache", "T2.test.contoso.b"])
        let shared = KeychainQuery(accessGroup: "T1.com.microsoft.adalcache")
        #expect(throws: KeychainStatus.missingEntitlement) { try other.copyMatching(shared) }
        #expect(throws: KeychainStatus.missingEntitlement) { try other.delete(shared) }
        #expect(throws: KeychainStatus.missingEntitlement) {
            try other.update(shared, to: KeychainChange(value: Secret([9])))
        }
        #expect(throws: KeychainStatus.missingEntitlement) {
            try other.add(item("forged", group: "T1.com.microsoft.adalcache"))
        }
        #expect(try other.copyMatching(KeychainQuery()).isEmpty)
        #expect(try first.copyMatching(KeychainQuery(account: "token")).map(\.value) == [Secret([1, 2])])
        #expect(try await device.trace(.keychain).contains { $0.outcome == "errSecMissingEntitlement (-34018)" })
    }

    @Test func `a bundle that names another team's group is not installed`() async throws {
        let device = try Device()
        let folder = "\(device.folder.path)/forged"
        try AppBundle("test.x", teamID: "T2", keychainGroups: ["com.microsoft.adalcache"]).write(to: folder)
        for (name, group) in [("other team", "T1.com.microsoft.adalcache"), ("no team", "com.microsoft.adalcache")] {
            // Neither as a keychain group nor as an app group, which has no prefix.
            for key in ["keychain-access-groups", "com.apple.security.application-groups"] {
                let plist = "<plist><dict><key>\(key)</key><array><string>\(group)</string></array></dict></plist>"
                try Array(plist.utf8).write(to: "\(folder)/entitlements.plist")
                let fault = await #expect(throws: DeviceError.self, "\(name)") {
                    try await device.owner.install(folder)
                }
                #expect(fault?.code == .refused && fault?.message.contains(group) == true)
            }
        }
        // A team whose name makes its own groups look like app groups.
        try AppBundle("com.contoso", teamID: "group").write(to: folder)
        await #expect(throws: DeviceError.self) { try await device.owner.install(folder) }
        #expect(try await device.owner.apps().isEmpty)
    }

    @Test
    func `an app group belongs to the first team that had it, even after its app is removed or the device restarts`()
        async throws
    {
        let folder = try TemporaryDirectory("dev")
        defer { folder.remove() }
        var (suite, rival, sibling) = (a, AppBundle("test.x", teamID: "T2"), b)
        (suite.appGroups, rival.appGroups) = (["group.x"], ["group.x"])
        sibling.appGroups = ["group.x"]
        let others = rival
        func refused(_ device: Device) async {
            let fault = await #expect(throws: DeviceError.self) { try await device.install(others) }
            #expect(fault?.code == .refused && fault?.message.contains("group.x") == true)
        }
        do {
            let device = try Device(folder: folder, firstUserID: OwnUserIDs.first(2))
            try await device.install(suite)
            try await keychain(device, "test.contoso.a").add(item("token", group: "group.x"))
            await refused(device)
            // A version that no longer names the group leaves its items there, and so does an app that is removed.
            try await device.install(a)
            await refused(device)
            try await device.owner.perform(.uninstall(bundleID: "test.contoso.a"))
            await refused(device)
            device.board.stop()
            await device.board.untilStopped()
        }
        let again = try Device(folder: folder, firstUserID: OwnUserIDs.first(2))
        await refused(again)
        try await again.install(sibling)
        let items = try await keychain(again, "test.contoso.b").copyMatching(KeychainQuery(accessGroup: "group.x"))
        #expect(items.map(\.account) == ["token"])
        rival.appGroups = ["group.y"]
        try await again.install(rival)
        #expect(try await keychain(again, "test.x").copyMatching(KeychainQuery()).isEmpty)
    }

    @Test func `R149 an app that is not signed has no keychain`() async throws {
        let device = try Device()
        var unsigned = a
        unsigned.teamID = nil
        #expect(try await device.install(unsigned).contains { $0.contains("errSecMissingEntitlement") })
        let keychain = try await keychain(device, "test.contoso.a")
        #expect(keychain.groups.isEmpty)
        #expect(throws: KeychainStatus.missingEntitlement) { try keychain.add(item("x")) }
        #expect(throws: KeychainStatus.missingEntitlement) { try keychain.copyMatching(KeychainQuery()) }
        #expect(throws: KeychainStatus.missingEntitlement) {
            try keychain.add(item("x", group: "T1.com.microsoft.adalcache"))
        }
    }

    @Test func `items outlive the switchboard and their app, in a file that only the owner reads`() async throws {
        let folder = try TemporaryDirectory("dev")
        defer { folder.remove() }
        try await addAndRemove(folder)
        // Another switchboard opens the folder; the items are there, as iOS keeps those of a removed app.
        let again = try Device(folder: folder, firstUserID: OwnUserIDs.first(1))
        #expect(try await again.owner.apps().isEmpty)
        try await again.install(a)
        #expect(try await keychain(again, "test.contoso.a").copyMatching(KeychainQuery()).map(\.account) == ["x"])
        let items = try await again.owner.perform(.keychainItems)
        #expect(
            items
                == .items([
                    try #require(try await keychain(again, "test.contoso.a").copyMatching(KeychainQuery()).first)
                ]))
        // While it runs, no third one can open the folder: its apps would have the same user ids.
        #expect(throws: DeviceError.self) { try Device(folder: folder, firstUserID: OwnUserIDs.first(1)) }
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/d/state/keychain.json")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    private func addAndRemove(_ folder: TemporaryDirectory) async throws {
        let device = try Device(folder: folder, firstUserID: OwnUserIDs.first(1))
        try await device.install(a)
        try await keychain(device, "test.contoso.a").add(item("x"))
        try await device.owner.perform(.uninstall(bundleID: "test.contoso.a"))
        // It has ended only when its apps have.
        device.board.stop()
        await device.board.untilStopped()
    }

    @Test func `a locked device keeps its protected items locked, and announces when it is unlocked`() async throws {
        let device = try Device()
        try await device.install(a)
        let app = try await device.connect("test.contoso.a")
        let keychain = DeviceKeychain(app.connection)
        try keychain.add(item("first"))
        try keychain.add(KeychainItem(account: "unlocked", value: Secret([3])))
        try await device.owner.perform(.lock)
        #expect(throws: KeychainStatus.interactionNotAllowed) { try keychain.copyMatching(KeychainQuery()) }
        #expect(try keychain.copyMatching(KeychainQuery(account: "first")).count == 1)
        try await device.owner.perform(.unlock)
        #expect(try keychain.copyMatching(KeychainQuery()).count == 2)
        #expect(
            await app.next(3) == [
                .lifeCycle(.didFinishLaunching), .protectedData(isAvailable: false), .protectedData(isAvailable: true),
            ])
        try await device.owner.perform(.restart)
        #expect(await app.next() == .protectedData(isAvailable: false))
    }
}

extension [UInt8] {
    func write(to path: String) throws { try Data(self).write(to: URL(fileURLWithPath: path)) }
}
#endif

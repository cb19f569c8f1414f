import Foundation
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobTesting
import Testing

@testable import KeyfobDevice

/// Installations that end half way, and bundles that are not what they were: the other apps go on.
///
/// These take root, as the switchboard does; without it they fail.
@Suite(.timeLimit(.minutes(5))) struct InstallationTests {
    private let a = AppBundle("test.a", teamID: "T1", version: "1")
    private let b = AppBundle("test.b", teamID: "T1")
    private var a2: AppBundle { AppBundle("test.a", teamID: "T1", version: "2") }

    private func names(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    /// A device that is set up in a folder, and ends.
    private func begin(
        _ folder: TemporaryDirectory, _ number: UInt32, _ body: (Device) async throws -> Void
    ) async throws {
        let device = try Device(folder: folder, firstUserID: OwnUserIDs.first(number))
        do {
            try await body(device)
        } catch {
            Issue.record(error)
        }
        device.board.stop()
        await device.board.untilStopped()
    }

    private func listing(_ device: Device) async throws -> [String] {
        try await device.owner.apps().map { "\($0.origin.bundleID) \($0.version ?? "")" }
    }

    @Test func `an update that a device ended in the middle of is brought to its end by the next one`() async throws {
        let folder = try TemporaryDirectory("dev")
        defer { folder.remove() }
        let (apps, manager) = (folder.path + "/d/apps", FileManager.default)
        try await begin(folder, 3) { (device: Device) async throws in
            for bundle in [a, b] { try await device.install(bundle) }
        }
        // The old bundle is gone, the new one complete.
        try manager.moveItem(atPath: "\(apps)/test.a", toPath: "\(apps)/.new-test.a")
        try await begin(folder, 3) { (device: Device) async throws in
            #expect(try await listing(device) == ["test.a 1", "test.b 1.0"])
            #expect(try names(apps) == ["test.a", "test.b"])
        }
        // The new one was not there yet.
        try manager.moveItem(atPath: "\(apps)/test.a", toPath: "\(apps)/.old-test.a")
        try await begin(folder, 3) { (device: Device) async throws in
            #expect(try await listing(device) == ["test.a 1", "test.b 1.0"])
            #expect(try names(apps) == ["test.a", "test.b"])
        }
        // Both; and the new one in its place already, or not yet whole.
        try manager.copyItem(atPath: "\(apps)/test.a", toPath: "\(apps)/.old-test.a")
        try await begin(folder, 3) { (device: Device) async throws in try await device.install(a2) }
        try manager.copyItem(atPath: "\(apps)/test.a", toPath: "\(apps)/.new-test.a")
        unlink("\(apps)/.new-test.a/Info.plist")
        try await begin(folder, 3) { (device: Device) async throws in
            #expect(try await listing(device) == ["test.a 2", "test.b 1.0"])
            #expect(try names(apps) == ["test.a", "test.b"])
        }
    }

    @Test func `what cannot be noted on the disk has not been installed or removed`() async throws {
        let folder = try TemporaryDirectory("dev")
        defer { folder.remove() }
        let (root, manager) = (folder.path + "/d", FileManager.default)
        // As where the disk is full.
        let obstacle = "\(root)/state/registry.json.new"
        var first: UInt32?
        try await begin(folder, 4) { (device: Device) async throws in
            try manager.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
            await #expect(throws: DeviceFault.self) { try await device.install(a) }
            #expect(try await listing(device).isEmpty)
            for path in ["apps", "homes"] { #expect(try names("\(root)/\(path)").isEmpty) }
            rmdir(obstacle)
            try await device.install(b)
            try await device.install(a)
            try [1].write(to: "\(root)/homes/test.a/kept")
            try manager.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
            await #expect(throws: DeviceFault.self) { try await device.install(a2) }
            await #expect(throws: DeviceFault.self) {
                try await device.owner.perform(.uninstall(bundleID: "test.a"))
            }
            #expect(try await listing(device) == ["test.b 1.0", "test.a 1"])
            #expect(try BundleInstaller.manifest(of: "\(root)/apps/test.a").version == "1")
            first = try await device.owner.apps().last?.userID
        }
        rmdir(obstacle)
        try await begin(folder, 4) { (device: Device) async throws in
            #expect(try await listing(device) == ["test.b 1.0", "test.a 1"])
            #expect(try names("\(root)/homes/test.a") == ["kept", "tmp"])
            try await device.install(AppBundle("test.c", teamID: "T2"))
            let users = try await device.owner.apps().map(\.userID)
            #expect(users[1] == first && Set(users).count == 3)
        }
    }

    @Test func `an app whose bundle is damaged is missed alone, and keeps its data for its own team`() async throws {
        let folder = try TemporaryDirectory("dev")
        defer { folder.remove() }
        let root = folder.path + "/d"
        try await begin(folder, 5) { (device: Device) async throws in
            for bundle in [a, b] { try await device.install(bundle) }
            try [1].write(to: "\(root)/homes/test.a/kept")
        }
        unlink("\(root)/apps/test.a/Info.plist")
        try await begin(folder, 5) { (device: Device) async throws in
            #expect(try await listing(device) == ["test.b 1.0"])
            let fault = await #expect(throws: DeviceFault.self) {
                try await device.owner.perform(.activate(bundleID: "test.a"))
            }
            #expect(fault?.message.contains("cannot be used") == true && fault?.remedy?.contains("Install it") == true)
            await #expect(throws: DeviceFault.self) {
                try await device.install(AppBundle("test.a", teamID: "T2"))
            }
            try await device.install(a2)
            #expect(try await listing(device) == ["test.a 2", "test.b 1.0"])
            #expect(try names("\(root)/homes/test.a") == ["kept", "tmp"])
        }
        unlink("\(root)/apps/test.a/Info.plist")
        try await begin(folder, 5) { (device: Device) async throws in
            try await device.owner.perform(.uninstall(bundleID: "test.a"))
            #expect(try names("\(root)/homes") == ["test.b"])
        }
    }
}

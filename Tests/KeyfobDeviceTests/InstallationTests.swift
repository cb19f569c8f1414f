#if os(Linux)
import Foundation
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobTesting
import Testing

@testable import KeyfobDevice

/// Installations that end half way, and bundles that were changed: the other apps continue to work.
///
/// The tests require root, as the switchboard does, and fail without it.
@Suite(.timeLimit(.minutes(10))) struct InstallationTests {
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

    @Test func `an update interrupted by the device's end is completed by the next one`() async throws {
        let folder = try TemporaryDirectory("dev")
        defer { folder.remove() }
        let (apps, manager) = (folder.path + "/d/apps", FileManager.default)
        try await begin(folder, 3) { (device: Device) async throws in
            for bundle in [a, b] { try await device.install(bundle) }
        }
        // The old bundle is removed, the new one complete.
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
        // Both, with the new one in its place already, or not yet complete.
        try manager.copyItem(atPath: "\(apps)/test.a", toPath: "\(apps)/.old-test.a")
        try await begin(folder, 3) { (device: Device) async throws in try await device.install(a2) }
        try manager.copyItem(atPath: "\(apps)/test.a", toPath: "\(apps)/.new-test.a")
        unlink("\(apps)/.new-test.a/Info.plist")
        try await begin(folder, 3) { (device: Device) async throws in
            #expect(try await listing(device) == ["test.a 2", "test.b 1.0"])
            #expect(try names(apps) == ["test.a", "test.b"])
        }
    }

    @Test func `an installation or removal that cannot be recorded on disk has not happened`() async throws {
        let folder = try TemporaryDirectory("dev")
        defer { folder.remove() }
        let (root, manager) = (folder.path + "/d", FileManager.default)
        // As on a full disk.
        let obstacle = "\(root)/state/registry.json.new"
        var first: UInt32?
        try await begin(folder, 4) { (device: Device) async throws in
            try manager.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
            await #expect(throws: DeviceError.self) { try await device.install(a) }
            #expect(try await listing(device).isEmpty)
            for path in ["apps", "homes"] { #expect(try names("\(root)/\(path)").isEmpty) }
            rmdir(obstacle)
            try await device.install(b)
            try await device.install(a)
            try [1].write(to: "\(root)/homes/test.a/kept")
            try manager.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
            await #expect(throws: DeviceError.self) { try await device.install(a2) }
            await #expect(throws: DeviceError.self) {
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

    @Test func `only an app with a damaged bundle is missing, and its data stays for its own team`() async throws {
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
            let fault = await #expect(throws: DeviceError.self) {
                try await device.owner.perform(.activate(bundleID: "test.a"))
            }
            #expect(fault?.message.contains("cannot be used") == true && fault?.remedy?.contains("Install it") == true)
            await #expect(throws: DeviceError.self) {
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

    @Test func `an installed bundle whose signature was changed is rejected`() async throws {
        let folder = try TemporaryDirectory("dev")
        defer { folder.remove() }
        let root = folder.path + "/d"
        try await begin(folder, 6) { (device: Device) async throws in
            for bundle in [a, b] { try await device.install(bundle) }
        }
        let other = folder.path + "/other"
        try AppBundle("test.a", teamID: "T2").write(to: other)
        try Data(contentsOf: URL(fileURLWithPath: "\(other)/signature.plist")).write(
            to: URL(fileURLWithPath: "\(root)/apps/test.a/signature.plist"))
        try await begin(folder, 6) { (device: Device) async throws in
            #expect(try await listing(device) == ["test.b 1.0"])
            let fault = await #expect(throws: DeviceError.self) {
                try await device.owner.perform(.activate(bundleID: "test.a"))
            }
            #expect(fault?.message.contains("not the one that was installed") == true)
        }
    }

    @Test func `a bundle that is a link, or contains a link or a pipe, is refused, and nothing of it is installed`()
        async throws
    {
        let device = try Device()
        let (path, manager) = ("\(device.folder.path)/bundle", FileManager.default)
        let secret = "\(device.folder.path)/secret"
        try [1].write(to: secret)
        func refused() async {
            await #expect(throws: DeviceError.self) { try await device.owner.install(path) }
        }
        for name in ["Info.plist", "signature.plist", "program", "more"] {
            for isPipe in [false, true] {
                try a.write(to: path)
                unlink("\(path)/\(name)")
                if isPipe {
                    #expect(mkfifo("\(path)/\(name)", 0o600) == 0)
                } else {
                    try manager.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: secret)
                }
                await refused()
                try manager.removeItem(atPath: path)
            }
        }
        try b.write(to: "\(path)-whole")
        try manager.createSymbolicLink(atPath: path, withDestinationPath: "\(path)-whole")
        await refused()
        #expect(try names(device.folder.path + "/d/apps").isEmpty)
    }

    @Test func `the verified content is installed, even if its owner changes it meanwhile`() throws {
        let folder = try TemporaryDirectory("swap")
        defer { folder.remove() }
        let files = AppFiles(folders: DeviceFolders(root: folder.path + "/d"), isolation: .userPerApp)
        try files.folders.prepare(.insecureSingleUser)
        let source = folder.path + "/bundle"
        try a.write(to: source)
        let manifest = try BundleInstaller.manifest(of: source)
        // Read, and changed before it is copied.
        try AppBundle("test.a", teamID: "T2").write(to: source)
        let app = InstalledApp(
            manifest: manifest, userID: OwnUserIDs.first(6), isManaged: false, bundlePath: files.bundle(of: "test.a"),
            home: files.home(of: "test.a"))
        let fault = #expect(throws: DeviceError.self) {
            try files.install(app, from: source, isNew: true) { Issue.record("It was noted as installed.") }
        }
        #expect(fault?.code == .refused && fault?.message.contains("was changed") == true)
        #expect(try names(files.folders.bundles).isEmpty && names(files.folders.homes).isEmpty)
    }
}
#endif

#if os(Linux)
import Foundation
import KeyfobDevice
import KeyfobDeviceProtocol
import KeyfobSocket
import KeyfobTesting
import Testing

/// The treatment of the folder named by `keyfob-device serve --folder`. Everything is in a temporary folder.
@Suite(.timeLimit(.minutes(3))) struct DeviceFolderTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory("device-folder")
        chmod(directory.path, 0o711)
    }

    /// A switchboard without processes, which makes its folders as the command does.
    private func begin(_ folder: String, isolation: AppIsolation = .userPerApp) throws {
        let loop = try SocketLoop(name: "folder")
        defer { loop.stop() }
        let board = try Switchboard(
            options: DeviceOptions(folder: folder, isolation: isolation, firstUserID: 213_000),
            launcher: IdleLauncher(), loop: loop)
        board.stop()
    }

    private func mode(_ path: String) throws -> Int {
        (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }

    private func make(_ name: String, mode: mode_t, holding files: [String] = []) throws -> String {
        let path = "\(directory.path)/\(name)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        for file in files { try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(path)/\(file)")) }
        chmod(path, mode)
        return path
    }

    @Test func `a folder with other files is refused, and neither it nor its mode is changed`() throws {
        defer { directory.remove() }
        for (name, files) in [("one", ["letter"]), ("two", ["apps", "logs"]), ("three", ["state", "letter"])] {
            let folder = try make(name, mode: 0o700, holding: files)
            let fault = #expect(throws: DeviceError.self) { try begin(folder, isolation: .insecureSingleUser) }
            #expect(fault?.code == .refused && fault?.message.contains("other things than a device") == true)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == files.sorted())
            #expect(try mode(folder) == 0o700)
        }
    }

    @Test func `a folder that others can change, a file and a link are refused`() throws {
        defer { directory.remove() }
        let open = try make("open", mode: 0o777)
        let fault = #expect(throws: DeviceError.self) { try begin(open) }
        #expect(fault?.code == .refused && fault?.remedy?.contains("chmod 711") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: open).isEmpty && mode(open) == 0o777)
        let empty = try make("empty", mode: 0o711)
        try FileManager.default.createSymbolicLink(atPath: "\(directory.path)/link", withDestinationPath: empty)
        try Data().write(to: URL(fileURLWithPath: "\(directory.path)/file"))
        for name in ["link", "file", "file/below"] {
            #expect(throws: DeviceError.self, "\(name)") { try begin("\(directory.path)/\(name)") }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: empty).isEmpty)
    }

    @Test func `nothing is created where apps have no access, and the remedy names the folder to change`() throws {
        defer { directory.remove() }
        let closed = try make("closed", mode: 0o700)
        for folder in [closed, "\(closed)/a/device"] {
            let fault = #expect(throws: DeviceError.self) { try begin(folder) }
            #expect(fault?.message.contains(closed) == true && fault?.remedy?.contains("chmod o+x") == true)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: closed).isEmpty && mode(closed) == 0o700)
        // Under one user id no other user needs access.
        try begin(closed, isolation: .insecureSingleUser)
        #expect(try mode(closed) == 0o700)
        #expect(try FileManager.default.contentsOfDirectory(atPath: closed).count == 5)
    }

    @Test func `a missing folder is created with its parents, and a device's folder is reused unchanged`()
        throws
    {
        defer { directory.remove() }
        let folder = "\(directory.path)/new/device"
        try begin(folder)
        #expect(try mode(folder) == 0o711 && mode("\(directory.path)/new") == 0o711)
        #expect(try mode("\(folder)/state") == 0o700 && mode("\(folder)/homes") == 0o711)
        chmod(folder, 0o755)
        try begin(folder)
        #expect(try mode(folder) == 0o755)
        // A device that was ended while it made its folders.
        for name in ["run", "apps", "homes", "logs"] {
            try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
        try begin(folder)
        // A folder with other files next to a device's registry is still a device's.
        try Data("[]".utf8).write(to: URL(fileURLWithPath: "\(folder)/state/registry.json"))
        try Data().write(to: URL(fileURLWithPath: "\(folder)/note"))
        try begin(folder)
    }

    @Test func `the command refuses with status 4 and its own message, not Foundation's`() async throws {
        defer { directory.remove() }
        let folder = try make("home", mode: 0o711, holding: ["letter"])
        for (path, says) in [
            (folder, "holds other things than a device"), ("\(folder)/letter", "is no folder of user"),
        ] {
            let outcome = try await ChildProcess.run(
                BuildProducts.executable("keyfob-device"), ["serve", "--insecure-single-uid", "--folder", path],
                environment: ["PATH": "/usr/bin:/bin"])
            #expect(outcome.status == 4 && outcome.errors.contains(says), "\(outcome.errors)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["letter"])
    }
}
#endif

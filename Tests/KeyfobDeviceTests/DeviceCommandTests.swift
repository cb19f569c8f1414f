#if os(Linux)
import Foundation
import KeyfobDevice
import KeyfobDeviceProtocol
import KeyfobTesting
import Testing

/// `keyfob-device` as its owner uses it, with a running device.
@Suite(.timeLimit(.minutes(3))) struct DeviceCommandTests {
    private static let program = BuildProducts.executable("keyfob-device")

    private func run(_ script: String, _ folder: String) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(
            "/bin/sh", ["-c", script, Self.program, folder], environment: ["PATH": "/usr/bin:/bin", "HOME": "/nowhere"])
    }

    @Test func `unwritable output ends a command with status 1 and a message, not with a trap`() async throws {
        let device = try Device(hasProcesses: true)
        try await device.install(
            AppBundle("test.a", teamID: "T1"), program: BuildProducts.executable("KeyfobDeviceProbe"))
        let folder = device.board.devicePath.replacing("/run/device.sock", with: "")
        for command in ["apps --json", "apps", "trace", "trace --json"] {
            #expect(
                try await run("exec \"$0\" \(command) --folder \"$1\"", folder).output.contains("test.a"), "\(command)")
            for output in [">/dev/full", ">&-"] {
                let outcome = try await run("exec \"$0\" \(command) --folder \"$1\" \(output)", folder)
                #expect(outcome.status == 1, "\(command) \(output)")
                #expect(
                    outcome.errors.hasPrefix("keyfob-device: Standard output cannot be written: "), "\(outcome.errors)")
            }
        }
        // The owner's connection has not taken the missing stream's descriptor, and received nothing malformed.
        #expect(try await device.trace(.malformed).isEmpty)
    }

    @Test func `a malformed URL is wrong use`() async throws {
        for text in ["not a url", "notaurl", ":rest", "1:rest"] {
            let outcome = try await ChildProcess.run(
                Self.program, ["open", "--folder", "/nowhere", text], environment: ["PATH": "/usr/bin:/bin"])
            #expect(outcome.status == 2 && outcome.errors.contains("is no URL"), "\(text): \(outcome.errors)")
        }
    }

    @Test
    func
        `a user who may not open the owner's socket gets that reason, and not the advice to start the device`()
        async throws
    {
        let device = try Device(hasProcesses: true)
        let folder = device.board.devicePath.replacing("/run/device.sock", with: "")
        // A user other than root cannot become another user; the socket is then as closed to them as it is to others.
        let other = geteuid() == 0 ? "setpriv --reuid 65534 --regid 65534 --clear-groups" : ""
        if geteuid() != 0 { chmod("\(folder)/run/admin.sock", 0) }
        let outcome = try await run("exec \(other) \"$0\" apps --folder \"$1\"", folder)
        #expect(outcome.status == 1 && outcome.errors.contains("another user's"), "\(outcome.errors)")
        #expect(!outcome.errors.contains("keyfob-device serve"))
    }
}
#endif

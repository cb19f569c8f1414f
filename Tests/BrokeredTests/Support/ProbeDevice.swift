#if os(Linux)
#if Server
import Foundation
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobTesting
import Testing

@testable import KeyfobDemo

/// A device in its own process namespace, with probes as apps, each under its own user id: there a process can get the
/// process id that another one had.
struct ProbeDevice: Sendable {
    let directory: SharedDirectory
    let owner: AdminConnection
    private let process: ChildProcess

    init() async throws {
        directory = try SharedDirectory("keyfob-probes")
        // Ended by a request of its owner: a signal would not pass `unshare`.
        process = try ChildProcess(
            "/usr/bin/unshare",
            [
                "--pid", "--fork", "--mount-proc", "--kill-child", BuildProducts.executable("keyfob-device"), "serve",
                "--folder", "\(directory.path)/d",
            ], environment: ProcessInfo.processInfo.environment)
        while let line = await process.nextLine(), !line.contains("is ready") {}
        do {
            owner = try AdminConnection(path: "\(directory.path)/d/run/admin.sock")
        } catch {
            process.signal(SIGKILL)
            let outcome = await process.outcome()
            directory.remove()
            throw Disproved("there is no device, and the test needs root: \(outcome.errors)\(error)")
        }
    }

    var socket: String { "\(directory.path)/d/run/device.sock" }

    /// The program of an installed app.
    func program(of bundleID: String) -> String { "\(directory.path)/d/apps/\(bundleID)/program" }

    func clear() async {
        if (try? await owner.perform(.shutDown)) == nil { process.signal(SIGKILL) }
        _ = await process.outcome()
        owner.close()
        directory.remove()
    }

    func install(_ bundle: AppBundle) async throws {
        let path = "\(directory.path)/\(bundle.bundleID).app"
        try bundle.write(to: path, program: BuildProducts.executable("KeyfobDeviceProbe"))
        _ = try await owner.install(path)
    }

    /// Brings an app to the front, and waits until it listens.
    @discardableResult
    func run(_ bundleID: String) async throws -> JSONValue {
        try await owner.perform(.activate(bundleID: bundleID))
        return try await ask(bundleID, ["do": "who"])
    }

    @discardableResult
    func ask(_ bundleID: String, _ input: JSONValue) async throws -> JSONValue {
        try await owner.input(bundleID, input) ?? nil
    }

    /// The process id of an app; nil if it is not running.
    func number(of bundleID: String) async throws -> Int32? {
        try await owner.apps().first { $0.origin.bundleID == bundleID }?.processID
    }

    /// Launches an app whose process gets the given id, as if all ids between had been used.
    func launch(_ bundleID: String, as number: Int32) async throws {
        let children = "/proc/\(process.identifier)/task/\(process.identifier)/children"
        let inside = try String(contentsOfFile: children, encoding: .utf8).split(separator: " ").first.map(String.init)
        for _ in 0..<50 {
            let told = try await ChildProcess.run(
                "/usr/bin/nsenter",
                [
                    "--target", try #require(inside), "--pid", "/bin/sh", "-c",
                    "echo \(number - 1) > /proc/sys/kernel/ns_last_pid",
                ], environment: [:])
            try #require(told.status == 0, "the kernel assigns no process ids on demand: \(told.errors)")
            try await owner.perform(.launchInBackground(bundleID: bundleID))
            if try await self.number(of: bundleID) == number { return }
            // A thread of the switchboard has taken it.
            try await owner.perform(.kill(bundleID: bundleID))
        }
        throw Disproved("no process got the number \(number)")
    }
}

/// Sets the device up, and always removes it at the end.
func onProbeDevice(_ body: (ProbeDevice) async throws -> Void) async throws {
    let device = try await ProbeDevice()
    do {
        try await body(device)
    } catch {
        await device.clear()
        throw error
    }
    await device.clear()
}
#endif
#endif

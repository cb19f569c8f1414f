#if Server && os(Linux)
import ArgumentParser
import Foundation
import KeyfobDevice
import KeyfobDeviceProtocol
import KeyfobSocket
import KeyfobTelemetry

/// `keyfob-device serve`
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Runs the device until it is ended.",
        discussion: """
            As root, each app gets a user id of its own. As another user, the command starts itself again in a user \
            namespace, which requires newuidmap and a range of ids in /etc/subuid and /etc/subgid.
            """)

    @OptionGroup var device: FolderOption
    @Option(
        help: "Whose rules about reporting a URL's sender: ios12 (always) or ios13 (to the same team).",
        transform: {
            guard let os = DeviceOS(rawValue: $0) else { throw ValidationError("--os is ios12 or ios13.") }
            return os
        })
    var os: DeviceOS = .ios13
    @Flag(help: "Run every app under this user id. Callers are then only claimed, never proved.")
    var insecureSingleUid = false
    @Option(help: "The user id of the first app.")
    var firstUid: UInt32 = 210_000
    @Option(name: .customLong("env"), help: "NAME=VALUE that every app finds in its environment; may be repeated.")
    var settings: [String] = []
    @OptionGroup var log: LogOptions
    @Option(help: .hidden)
    var runner: String?
    @Flag(help: .hidden)
    var untilInputEnds = false

    func validate() throws {
        for setting in settings where setting.first == "=" || !setting.contains("=") {
            throw ValidationError("--env \(setting): write NAME=VALUE")
        }
    }

    func run() async throws {
        // The parent process may have set it to be ignored, and the ends of apps would not be noticed.
        signal(SIGCHLD, SIG_DFL)
        let isolation: AppIsolation = insecureSingleUid ? .insecureSingleUser : .userPerApp
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        if isolation == .userPerApp, geteuid() != 0 {
            try UserNamespace.enter([own] + CommandLine.arguments.dropFirst())
        }
        if isolation == .userPerApp, !untilInputEnds, ProcessNamespace.isWanted,
            let status = try await ProcessNamespace.run(CommandLine.arguments)
        {
            throw ExitCode(status)
        }
        let first = isolation == .userPerApp ? try AppIsolation.firstUserID(wanted: firstUid) : firstUid
        let environment = settings.map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
        let options = DeviceOptions(
            folder: device.path, os: os, isolation: isolation, firstUserID: first,
            environment: Dictionary(
                environment.map { (String($0[0]), String($0[1])) }, uniquingKeysWith: { _, last in last }))
        let loop = try SocketLoop(name: "keyfob-device")
        let log = DeviceLog(log)
        let board = try Switchboard(
            options: options, launcher: ProcessLauncher(runner: runner ?? own, loop: loop), loop: loop,
            refused: { log.refused($0) })
        try board.listen()
        let ending = EndingSignals { board.stop() }
        if untilInputEnds { Self.whenInputEnds { board.stop() } }
        if insecureSingleUid {
            Output.error("Every app runs under one user id: nothing about callers is proved.")
        }
        Output.line("keyfob-device is ready: \(board.devicePath)")
        await board.untilStopped()
        log.flush()
        withExtendedLifetime(ending) {}
    }

    private static func whenInputEnds(_ body: @escaping @Sendable () -> Void) {
        // Reading blocks, so it gets its own thread.
        Thread.detachNewThread {
            _ = try? FileHandle.standardInput.readToEnd()
            body()
        }
    }
}
#endif

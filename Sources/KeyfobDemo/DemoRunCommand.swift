#if Server
import KeyfobTesting
import KeyfobCore
import ArgumentParser
import Foundation

/// `keyfob demo`: runs the demo; exit code 0 only if every claim was proved.
struct DemoRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "story",
        abstract: "Starts a provider, three apps and a person with a browser, and proves each claim.")

    @Flag(help: "Leave everything running afterwards, with addresses and passwords to try.")
    var keep = false
    @Flag(help: "Prove nothing, and only set the demo, for --keep.")
    var noStory = false
    @Flag(help: "Run all apps of the device under this user id: claims about callers are not proved then.")
    var insecureSingleUid = false

    func validate() throws {
        if noStory, !keep { throw ValidationError("--no-story is for --keep: without either there is nothing to do.") }
    }

    func run() async throws {
        let table = Table(environment: ProcessInfo.processInfo.environment)
        let obstacle = insecureSingleUid ? nil : try await OwnUserIDs.find(executables: Self.executables)
        let isSingleUser = insecureSingleUid || obstacle != nil
        let curtain = DemoCleanup()
        table.line("Keyfob: sign in at one app, be signed in at all. Every row is proved before it is printed.")
        if isSingleUser { table.line(Self.warning(obstacle)) }
        let directory = try Self.temporaryDirectory()
        let demo: DemoEnvironment
        do {
            demo = try await set(directory, isSingleUser: isSingleUser)
        } catch {
            try? FileManager.default.removeItem(atPath: directory)
            table.line("The demo could not be set up: \(error)")
            throw ExitCode(1)
        }
        await curtain.rise { await Self.clear(demo) }
        table.line(
            "On demo: a provider at \(demo.authority), apps A (process \(demo.a.processIdentifier)), "
                + "B (\(demo.b.processIdentifier)) and C (\(demo.c.processIdentifier)), and a person with a browser;")
        table.line(
            "and a device with four apps of two vendors and a broker, "
                + (isSingleUser ? "all under this user id." : "each under a user id of its own."))
        let failures = noStory ? 0 : await run(on: demo, table)
        if keep { try await stay(demo, table) }
        // After a signal the process is about to end; its status is that of the signal.
        guard curtain.lower() else { return await Self.untilTheEnd() }
        await Self.clear(demo)
        if failures > 0 { throw ExitCode(1) }
    }

    private func run(on demo: DemoEnvironment, _ table: Table) async -> Int {
        let started = ContinuousClock.now
        let failures = await DemoRun(table: table).run(on: demo)
        let count = DemoRun.acts.reduce(0) { $0 + $1.claims.count }
        let seconds = (ContinuousClock.now - started).formatted(
            .units(allowed: [.seconds], fractionalPart: .show(length: 1)))
        table.line("\n\(count - failures) of \(count) claims proved in \(seconds).")
        return failures
    }

    /// The first lines for a user for whom not everything can be proved.
    private static func warning(_ obstacle: String?) -> String {
        guard let obstacle else { return "Not everything is proved: --insecure-single-uid was given." }
        return "Not everything can be proved here. \(obstacle)"
    }

    /// Waits for the process to be ended by another task.
    static func untilTheEnd() async {
        let (nothing, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in nothing {}
        withExtendedLifetime(continuation) {}
    }

    /// Ends every process, and removes all their data.
    private static func clear(_ demo: DemoEnvironment) async {
        await demo.clear()
        try? FileManager.default.removeItem(atPath: demo.directory)
    }

    private func set(_ directory: String, isSingleUser: Bool) async throws -> DemoEnvironment {
        var demo = try await DemoEnvironment.set(
            directory: directory, executables: Self.executables, environment: ProcessInfo.processInfo.environment)
        do {
            try await demo.bringDevice(executables: Self.executables, isSingleUser: isSingleUser)
        } catch {
            await demo.clear()
            throw error
        }
        return demo
    }

    /// The folder of this executable, where the other products are.
    private static var executables: String {
        let path =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            ?? Bundle.main.executablePath ?? CommandLine.arguments[0]
        return URL(fileURLWithPath: path).deletingLastPathComponent().path
    }

    private static func temporaryDirectory() throws -> String {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(
            "keyfob-demo-\(ProcessInfo.processInfo.processIdentifier)-\(UInt32.random(in: 0 ... .max))"
        ).path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        return path
    }
}
#endif

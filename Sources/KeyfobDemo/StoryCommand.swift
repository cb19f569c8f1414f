#if Server
import KeyfobTesting
import KeyfobCore
import ArgumentParser
import Foundation

/// `keyfob demo`: tells the story; exit code 0 only if every claim was proved.
struct StoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "story",
        abstract: "Starts a provider, three apps and a person with a browser, and proves each claim.")

    @Flag(help: "Leave everything running afterwards, with addresses and passwords to play with.")
    var keep = false
    @Flag(help: "Run all apps of the device under this user id: what rests on callers is not proved then.")
    var insecureSingleUid = false

    func run() async throws {
        let directory = try Self.temporaryDirectory()
        defer { if !keep { try? FileManager.default.removeItem(atPath: directory) } }
        let table = Table(environment: ProcessInfo.processInfo.environment)
        table.line("Keyfob: sign in at one app, be signed in at all. Every row is proved before it is printed.")
        let started = ContinuousClock.now
        let stage = try await set(directory, table)
        table.line(
            "On stage: a provider at \(stage.authority), apps A (process \(stage.a.processIdentifier)), "
                + "B (\(stage.b.processIdentifier)) and C (\(stage.c.processIdentifier)), and a person with a browser;")
        table.line(
            "and a device with four apps of two vendors and a broker, "
                + (isSingleUser ? "all under this user id." : "each under a user id of its own."))
        let failures = await Story(table: table).tell(on: stage)
        let count = Story.acts.reduce(0) { $0 + $1.claims.count }
        let seconds = (ContinuousClock.now - started).formatted(
            .units(allowed: [.seconds], fractionalPart: .show(length: 1)))
        table.line("\n\(count - failures) of \(count) claims proved in \(seconds).")
        if keep {
            try await stay(stage, table)
        } else {
            await stage.clear()
        }
        if failures > 0 { throw ExitCode(1) }
    }

    /// Only root can give each app a user id of its own.
    private var isSingleUser: Bool { insecureSingleUid || geteuid() != 0 }

    private func set(_ directory: String, _ table: Table) async throws -> Stage {
        do {
            var stage = try await Stage.set(
                directory: directory, executables: Self.executables,
                environment: ProcessInfo.processInfo.environment)
            do {
                try await stage.bringDevice(executables: Self.executables, isSingleUser: isSingleUser)
            } catch {
                await stage.clear()
                throw error
            }
            return stage
        } catch {
            table.line("The stage could not be set: \(error)")
            throw ExitCode(1)
        }
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

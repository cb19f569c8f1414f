import Dispatch
import Foundation
import KeyfobBackport

/// Processes on one store, and the losses that they cause.
final class Torture: Sendable {
    /// The number of accounts that are added before a run and not changed.
    static let accounts = 20

    let options: TortureOptions
    let ledger = Ledger()
    let endpoint = TokenEndpoint()
    private let own: String

    init(_ options: TortureOptions) {
        self.options = options
        own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    }

    /// Runs the test and prints a report; the exit status is 1 if anything was lost, 2 for invalid arguments.
    static func main(_ arguments: [String]) -> Int32 {
        guard let options = TortureOptions(arguments) else {
            print(TortureOptions.usage)
            return 2
        }
        do {
            print("torture: seed \(options.seed), driver \(options.driver?.joined(separator: " ") ?? "keyfob")")
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(options.limit)) {
                // The child processes end too, since their input is closed.
                print("hung: not finished after \(options.limit) s")
                exit(1)
            }
            let together = Torture(options)
            for run in 0..<options.runs { try together.work(run: run) }
            let kills = Kills(Torture(options))
            try kills.run()
            let race = options.flatOut > 0 ? try Race(Torture(options)) : nil
            let report = TortureReport(options, together, kills, race)
            print(report.text)
            return report.isClean ? 0 : 1
        } catch {
            print("The test could not continue: \(error)")
            return 1
        }
    }

    /// Runs many processes at once; then another process checks the store.
    private func work(run: Int) throws {
        try withHome { home in
            try populate(home).finish()
            let manner = options.isCareless ? " careless" : ""
            _ = try together(home) { number in
                let seed = options.seed &+ UInt64(run * 1000 + number)
                return "work p\(number) \(seed) \(options.operations) \(Self.accounts)\(manner)"
            }
            try verify(home)
        }
    }

    /// Sends a command to each of several processes, and records their output; returns the last line of each.
    func together(_ home: String, _ command: (Int) -> String) throws -> [String] {
        let children = try (0..<options.processes).map { _ in try child(home) }
        // All processes have the store open before one starts.
        for child in children { expect("token-base0", child.ask("get base0")) }
        let answers = WorkerOutputs()
        let done = DispatchGroup()
        for (number, child) in children.enumerated() {
            child.say(command(number))
            done.enter()
            Thread.detachNewThread { [ledger] in
                let last = child.lines { ledger.note($0) }
                ledger.note(last ?? "exited early")
                answers.add(last)
                child.finish()
                done.leave()
            }
        }
        done.wait()
        return answers.all
    }

    /// Starts a worker.
    ///
    /// - Parameter killPoint: the stage and the pass at which it kills itself; foreign programs have no stages.
    func child(_ home: String, killPoint: [String] = []) throws -> WorkerChild {
        let command = options.driver.map { $0 + [home] } ?? ([own, home] + killPoint)
        return try WorkerChild(command, endpoint: endpoint)
    }

    /// Adds the initial accounts to a store, and returns the process that did so.
    func populate(_ home: String) throws -> WorkerChild {
        endpoint.begin()
        let child = try child(home)
        let accounts = (0..<Self.accounts).map { "base\($0)" }
        for account in accounts { expect("done", child.ask("put \(account) token-\(account)")) }
        for number in 0..<Work.sharedAccounts { expect("done", child.ask("put shared\(number) at-0")) }
        ledger.begin(accounts)
        return child
    }

    /// Checks all accounts with a new process.
    func verify(_ home: String) throws {
        let child = try child(home)
        if options.driver == nil { expect("whole", child.ask("status")) }
        ledger.check { child.ask("get \($0)") }
        child.finish()
    }

    func expect(_ expected: String, _ answer: String?) {
        if answer != expected { ledger.note(\.unreadable, "\(answer ?? "no answer") for \(expected)") }
    }

    /// Runs `body` with a temporary directory, which is deleted afterwards.
    func withHome<R>(_ body: (String) throws -> R) throws -> R {
        let path = "\(options.parent)/keyfob-torture-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try body(path + "/home")
    }
}

/// The last lines of processes, collected from several threads.
final class WorkerOutputs: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String?) { if let line { lines.withLock { $0.append(line) } } }
}

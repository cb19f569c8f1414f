import Dispatch
import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobStoreSharedFile

/// Processes of ours and of a foreign library that write one token cache file at once, and the losses of each side.
final class SharedTorture: Sendable {
    private let options: SharedTortureOptions
    let ledger = SharedLedger()
    private let own: String

    init(_ options: SharedTortureOptions) {
        self.options = options
        own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    }

    /// Runs the test and prints a report; the exit status is 1 if we lost anything, 2 for invalid arguments.
    static func main(_ arguments: [String]) -> Int32 {
        guard let options = SharedTortureOptions(arguments) else {
            print(SharedTortureOptions.usage)
            return 2
        }
        print("torture of a shared file: seed \(options.seed), with \(options.driver.joined(separator: " "))")
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(options.limit)) {
            print("hung: not finished after \(options.limit) s")
            exit(1)
        }
        do {
            let together = SharedTorture(options)
            for run in 0..<options.runs { try together.work(run, ours: options.ours, theirs: options.theirs) }
            let control = SharedTorture(options)
            for run in 0..<options.control { try control.work(run, ours: 0, theirs: options.ours + options.theirs) }
            let report = SharedTortureReport(options, together.ledger.counts, control.ledger.counts)
            print(report.text)
            return report.isClean ? 0 : 1
        } catch {
            print("The test could not continue: \(error)")
            return 1
        }
    }

    /// Runs all writers on a new file at once; then counts the remaining entries.
    private func work(_ run: Int, ours: Int, theirs: Int) throws {
        let folder = "\(options.parent)/keyfob-torture-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/cache.json"
        ledger.begin()
        // Two kinds of lock by turns: that of a pip installation, and that of the Azure CLI.
        let lock = run.isMultiple(of: 2) ? "exclusive" : "portalocker"
        let endpoint = TokenEndpoint()
        let sides = Array(repeating: SharedLedger.Side.ours, count: ours) + Array(repeating: .theirs, count: theirs)
        let children = try sides.map { side in
            try WorkerChild(
                side == .ours ? [own, "shared-writer", path] : options.driver + [path, lock], endpoint: endpoint)
        }
        // All processes are ready before one starts.
        for (child, side) in zip(children, sides) where child.ask("ready") != "ready" {
            ledger.note("did not start", of: side)
        }
        let done = DispatchGroup()
        for (number, (child, side)) in zip(children, sides).enumerated() {
            let seed = options.seed &+ UInt64(run * 1000 + number)
            let operations = side == .ours ? options.operations * 5 : options.operations
            let manner = side == options.careless ? " careless" : ""
            child.say("work \(side)\(number) \(seed) \(operations)\(manner)")
            done.enter()
            Thread.detachNewThread { [ledger] in
                let last = child.lines { ledger.note($0, of: side) }
                ledger.note(last ?? "exited early", of: side)
                child.finish()
                done.leave()
            }
        }
        done.wait()
        try check(path)
    }

    /// Reads the file directly and through our store, which must return the same accounts.
    private func check(_ path: String) throws {
        let bytes = try SharedCacheFile(path: path).read()
        guard let entries = CacheEntries(bytes) else { return ledger.note("the document is incomplete", of: .ours) }
        ledger.check(entries)
        let homes = Set(entries.secrets.keys.compactMap { $0.split(separator: " ").last.map(String.init) })
        let seen = Set(try SharedFileCredentialStore(path: path, authority: "contoso.test").homeAccountIDs())
        if seen != homes { ledger.note("our store returns \(seen.count) accounts of \(homes.count)", of: .ours) }
    }
}

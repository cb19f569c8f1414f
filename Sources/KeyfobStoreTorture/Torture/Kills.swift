import Foundation
import KeyfobStoreSQLite
import KeyfobTesting

/// Kills processes one after the other, each at a random point, while a bystander process survives; after each kill the
/// bystander writes, reads and refreshes.
final class Kills {
    let torture: Torture
    /// The number of kills at each point.
    private(set) var points: [String: Int] = [:]
    /// The microseconds from the end of each process to the bystander's next write.
    private(set) var waits: [Int64] = []
    /// The number of kills after which the bystander could not write, so that the store was abandoned.
    private(set) var stuck = 0
    private var round = 0
    private var random: SplitMix
    private var stages: [String]

    init(_ torture: Torture) {
        self.torture = torture
        random = SplitMix(seed: torture.options.seed)
        stages = StoreTestPoint.allCases.map(\.rawValue) + ["replied"]
    }

    var count: Int { points.values.reduce(0, +) }

    func run() throws {
        // A point that the process does not reach kills nothing: another round replaces it.
        while count < torture.options.kills, round < 2 * torture.options.kills { try torture.withHome(series) }
    }

    /// Kills processes on one store until there are enough kills, or until the bystander cannot write.
    private func series(_ home: String) throws {
        let bystander = try torture.populate(home)
        while count < torture.options.kills, round < 2 * torture.options.kills {
            round += 1
            try kill(home, round)
            guard look(bystander, round) else {
                stuck += 1
                bystander.kill()
                return bystander.finish()
            }
        }
        bystander.finish()
        try torture.verify(home)
    }

    private func kill(_ home: String, _ round: Int) throws {
        guard torture.options.driver == nil else { return try killForeign(home, round) }
        let stage = stages[random.below(stages.count)]
        switch stage {
        case StoreTestPoint.healing.rawValue, StoreTestPoint.healed.rawValue:
            // Only a reader that finds the odd words of a killed writer makes them even.
            try run(home, [StoreTestPoint.announced.rawValue, "1"], "put torn\(round) token-torn\(round)")
            try run(home, [stage, "1"], "get torn\(round)")
        case "replied": try run(home, [stage, "1"], "refresh shared\(random.below(Work.sharedAccounts))")
        default: try run(home, [stage, String(1 + random.below(6))], work(round))
        }
    }

    /// Sends one command to a process that will kill itself, and records its output: the lines of its work, or one
    /// line.
    private func run(_ home: String, _ killPoint: [String], _ command: String) throws {
        let victim = try torture.child(home, killPoint: killPoint)
        victim.say(command)
        let said = command.hasPrefix("work ") ? victim.lines { torture.ledger.note($0) } : victim.hear()
        if let said, said.hasPrefix("error") { torture.ledger.note(said) }
        if said == nil { points[killPoint[0], default: 0] += 1 }
        victim.finish()
    }

    /// A foreign program is killed from outside, after a random number of lines.
    private func killForeign(_ home: String, _ round: Int) throws {
        let victim = try torture.child(home)
        var left = 1 + random.below(20)
        victim.say(work(round))
        while let line = victim.hear() {
            if line.hasPrefix("done") { break }
            torture.ledger.note(line)
            if line.hasPrefix("error") { break }
            left -= 1
            if left == 0 {
                victim.kill()
                points["after a line", default: 0] += 1
            }
        }
        victim.finish()
    }

    private func work(_ round: Int) -> String {
        let manner = torture.options.isCareless ? " careless" : ""
        return "work k\(round) \(random.next()) 30 \(Torture.accounts)\(manner)"
    }

    /// Writes, reads and refreshes after a kill; returns false if writing fails.
    private func look(_ bystander: WorkerChild, _ round: Int) -> Bool {
        let started = ContinuousClock().now
        let written = bystander.ask("put next token-\(round)")
        torture.expect("done", written)
        waits.append((ContinuousClock().now - started).microseconds)
        guard written == "done" else { return false }
        torture.expect("token-\(round)", bystander.ask("get next"))
        torture.ledger.checkNewest { bystander.ask("get \($0)") }
        let answer = bystander.ask("refresh shared\(random.below(Work.sharedAccounts))")
        torture.ledger.note(answer ?? "no answer to a refresh")
        return true
    }
}

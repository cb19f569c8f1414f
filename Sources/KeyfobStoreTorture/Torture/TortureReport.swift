/// The results, as lines for people and tests.
struct TortureReport {
    let text: String
    /// Whether nothing was lost, absent, stale, unreadable or redeemed twice.
    let isClean: Bool

    init(_ options: TortureOptions, _ together: Torture, _ kills: Kills, _ race: Race?) {
        let parts = [together.ledger.counts, kills.torture.ledger.counts] + (race.map { [$0.counts] } ?? [])
        func sum(_ count: KeyPath<Ledger.Counts, Int>) -> Int { parts.reduce(0) { $0 + $1[keyPath: count] } }
        let (calm, killed) = (together.endpoint.counts, kills.torture.endpoint.counts)
        let twice = calm.twice + killed.twice
        isClean = parts.allSatisfy(\.isClean) && twice == 0

        var lines = [
            ("runs", "\(options.runs) of \(options.processes) processes, \(sum(\.operations)) operations"),
            ("acknowledged writes", "\(sum(\.acknowledged)), lost \(sum(\.lost))"),
            ("reads", "\(sum(\.reads)), valid token reported absent \(sum(\.absent)), stale \(sum(\.stale))"),
            ("removals", "\(sum(\.removed)), back again \(sum(\.back))"),
            ("unreadable", "\(sum(\.unreadable))"),
            (
                "refreshes",
                "\(calm.spent + killed.spent), spent twice \(twice), repeated after a kill \(calm.reused + killed.reused)"
            ),
            ("kills", "\(kills.count) (\(Self.list(kills.points)))"),
            ("no write possible after", "\(kills.stuck) of them"),
        ]
        let waits = kills.waits.sorted()
        if let longest = waits.last {
            let p99 = waits[waits.count * 99 / 100]
            lines.append(
                ("next writer after a kill", "p99 \(Self.ms(p99)), longest \(Self.ms(longest)) (goal 100 ms)"))
        }
        lines.append(("longest wait of a write", "\(Self.ms(together.ledger.counts.longestWait)) (goal 250 ms)"))
        if let race {
            lines.append(
                (
                    "flat out",
                    "\(Int(race.perSecond)) adds a second, p99 \(Self.ms(race.p99)), longest wait \(Self.ms(race.longest))"
                ))
            lines.append(
                ("fairness", "slowest process \(race.slowest), fastest \(race.fastest) (goal: half of it at least)"))
        }
        let width = lines.map(\.0.count).max() ?? 0
        text =
            (lines.map { $0.0 + String(repeating: " ", count: width + 2 - $0.0.count) + $0.1 }
            + parts.flatMap(\.examples).map { "  " + $0 }).joined(separator: "\n")
    }

    private static func list(_ points: [String: Int]) -> String {
        points.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }

    private static func ms(_ microseconds: Int64) -> String {
        "\(microseconds / 1000).\(microseconds % 1000 / 100) ms"
    }
}

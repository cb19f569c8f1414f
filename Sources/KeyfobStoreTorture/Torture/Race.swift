/// All processes add and read as fast as they can; counts their operations and waiting times.
struct Race: Sendable {
    let perSecond: Double
    /// The operations of the slowest and of the fastest process.
    let slowest: Int
    let fastest: Int
    /// The waiting times in microseconds.
    let p99: Int64
    let longest: Int64
    let counts: Ledger.Counts

    init(_ torture: Torture) throws {
        let milliseconds = torture.options.flatOut
        let answers = try torture.withHome { home in
            try torture.populate(home).finish()
            return try torture.together(home) { "flatout p\($0) \(milliseconds)" }
        }
        let figures = answers.map { $0.split(separator: " ").dropFirst().map { Int64($0) ?? 0 } }.filter {
            $0.count == 3
        }
        let done = figures.map { Int($0[0]) }
        perSecond = Double(done.reduce(0, +)) * 1000 / Double(max(1, milliseconds))
        slowest = done.min() ?? 0
        fastest = done.max() ?? 0
        p99 = figures.map { $0[1] }.max() ?? 0
        longest = figures.map { $0[2] }.max() ?? 0
        counts = torture.ledger.counts
    }
}

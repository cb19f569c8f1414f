/// The results, as lines for people and tests.
struct SharedTortureReport {
    let text: String
    /// Whether we lost nothing, and every loss is explained.
    let isClean: Bool

    init(_ options: SharedTortureOptions, _ counts: SharedLedger.Counts, _ control: SharedLedger.Counts) {
        isClean = counts.isClean
        var lines = [
            (
                "runs",
                "\(options.runs) of \(options.ours) processes of ours and \(options.theirs) foreign ones on one file"
            ),
            ("our token responses", Self.fate(counts, .ours)),
            ("foreign token responses", Self.fate(counts, .theirs)),
            (
                "entries lost for a time",
                "by our writes \(counts.dropped[.ours] ?? 0), by foreign writes \(counts.dropped[.theirs] ?? 0)"
            ),
            ("foreign writes failed", "\(counts.foreignFailures)"),
            (
                "writes into a held lock",
                "ours \(counts.intrusions[.ours] ?? 0), foreign \(counts.intrusions[.theirs] ?? 0)"
            ),
            (
                "locks forced",
                "by foreign clients, after 5 s of waiting, \(counts.forced); then our writes failed "
                    + "\(counts.refusedAfterForce), writes into a held lock \(counts.intrusionsAfterForce), lost ours "
                    + "\(counts.lostAfterForce[.ours] ?? 0), foreign \(counts.lostAfterForce[.theirs] ?? 0)"
            ),
            ("unreadable", "\(counts.unreadable)"),
            ("longest wait of ours", "\(counts.longestWait / 1000) ms"),
        ]
        if options.control > 0 {
            lines.append(
                (
                    "control",
                    "\(options.control) runs of \(options.ours + options.theirs) foreign processes alone: "
                        + "\(Self.fate(control, .theirs)); failed \(control.foreignFailures), forced \(control.forced)"
                ))
        }
        let width = lines.map(\.0.count).max() ?? 0
        text =
            (lines.map { $0.0 + String(repeating: " ", count: width + 2 - $0.0.count) + $0.1 }
            + counts.examples.map { "  " + $0 }).joined(separator: "\n")
    }

    private static func fate(_ counts: SharedLedger.Counts, _ side: SharedLedger.Side) -> String {
        "\(counts.acknowledged[side] ?? 0) stored, lost by us \(counts.lostByUs[side] ?? 0), "
            + "overwritten by a foreign client \(counts.lostByThem[side] ?? 0), "
            + "unexplained \(counts.unexplained[side] ?? 0)"
    }
}

#if Server
package import KeyfobStoreSQLite

extension StoreReport {
    /// The report as readable lines.
    package var text: String {
        var lines = ["Access group \(group)", "  database  \(path)"]
        lines.append("  schema    \(schema.last ?? "unknown")")
        lines.append("  key       \(keyText)")
        lines.append("  accounts  \(accounts)")
        let kinds = entities.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        lines.append("  entities  \(kinds.isEmpty ? "none" : kinds.joined(separator: ", "))")
        lines += setAside.map { "  damaged   \($0) was set aside" }
        lines += files.map { "  \($0.modeText)      \($0.path)" }
        if case .unreachable(let error) = key { lines.append("  LOCKED    \(error)") }
        lines += problems.map { "  PROBLEM   \($0)" }
        return lines.joined(separator: "\n")
    }

    private var keyText: String {
        let former = formerKeys == 0 ? "" : "; \(formerKeys) former to be removed by the next --rekey"
        return switch key {
        case .reachable: "in \(keyPlace ?? "an unknown place"), within reach\(former)"
        case .unreachable: "in \(keyPlace ?? "an unknown place"), OUT OF REACH\(former)"
        case .unknown: "unknown"
        }
    }
}
#endif

/// The form of the log lines.
package enum LogFormat: String, Sendable, CaseIterable {
    /// One JSON object a line.
    case json
    /// `TIME LEVEL MESSAGE NAME=VALUE …`
    case text
}

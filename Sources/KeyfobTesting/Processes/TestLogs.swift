import Foundation
import KeyfobBackport
import KeyfobOAuth

/// Collects the logs of all processes that tests start, at the level trace, in the folder that `KEYFOB_TEST_LOGS` names,
/// with the secrets that the tests know: `Scripts/search-logs` looks for these in those.
enum TestLogs {
    private static let folder = ProcessInfo.processInfo.environment["KEYFOB_TEST_LOGS"]
    private static let written = Mutex<Set<String>>([])

    /// The environment of a process, which logs everything if its log is collected.
    static func environment(_ environment: [String: String]) -> [String: String] {
        guard folder != nil else { return environment }
        return environment.merging(["KEYFOB_LOG_LEVEL": "trace", "KEYFOB_LOG_FORMAT": "json"]) { own, _ in own }
    }

    /// Adds what a process has written to standard error.
    static func add(_ bytes: [UInt8], of process: Int32) {
        guard folder != nil, !bytes.isEmpty else { return }
        append(bytes, to: "\(ProcessInfo.processInfo.processIdentifier)-\(process).log")
    }

    /// A transport whose secrets are noted.
    static func watch(_ transport: any HTTPTransport) -> any HTTPTransport {
        guard folder != nil else { return transport }
        return WatchedTransport(transport) { request, response in
            let found = TrafficSecrets.of(request).union(TrafficSecrets.of(response))
            let new = written.withLock { written in
                let new = found.subtracting(written)
                written.formUnion(new)
                return new
            }
            append(
                Array(new.map { $0 + "\n" }.joined().utf8), to: "\(ProcessInfo.processInfo.processIdentifier).secrets")
        }
    }

    private static func append(_ bytes: [UInt8], to name: String) {
        guard let folder, !bytes.isEmpty, let file = fopen("\(folder)/\(name)", "a") else { return }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }
}

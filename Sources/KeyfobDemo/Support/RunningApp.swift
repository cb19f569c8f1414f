#if Server
import Foundation
import KeyfobCore
import KeyfobTesting

/// An app process that the demo started, and the pipe to it: one request at a time.
actor RunningApp {
    nonisolated let name: String
    private let process: ChildProcess

    init(_ configuration: AppConfiguration, directory: String, executable: String, environment: [String: String]) throws
    {
        name = configuration.name
        let file = "\(directory)/app-\(configuration.name).json"
        try Data(configuration.json.bytes()).write(to: URL(fileURLWithPath: file))
        process = try ChildProcess(executable, ["app", "--config", file], environment: environment)
    }

    nonisolated var processIdentifier: Int32 { process.identifier }

    /// Sends the app a request, and returns its output.
    func ask(_ verb: String, user: String? = nil, scopes: [String] = [], force: Bool = false) async throws -> AppResult
    {
        let request: JSONValue = [
            "do": .string(verb), "user": user.map { .string($0) } ?? .null, "scopes": .strings(scopes),
            "force": .bool(force),
        ]
        try process.write(request.text() + "\n")
        guard let line = await process.nextLine() else {
            let outcome = await process.outcome()
            throw Disproved("app \(name) ended (\(outcome.status)): \(outcome.errors)")
        }
        guard let json = try? JSONValue(parsing: line) else {
            throw Disproved("app \(name) printed an invalid response")
        }
        return AppResult(json: json)
    }

    /// Ends the app by closing its input, and waits for its end.
    func quit() async {
        process.closeInput()
        _ = await process.outcome()
    }

    /// Ends the app at once, as closing its window would.
    nonisolated func end() { process.terminate() }
}
#endif

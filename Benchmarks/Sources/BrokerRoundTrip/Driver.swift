import Foundation
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol

/// Puts inputs into apps, into many at once, and prints their answers: a line of `{"app": ..., "input": ...}` objects
/// in, a line of answers out.
struct Driver {
    private let admin: AdminConnection

    init(socket: String) throws { admin = try AdminConnection(path: socket) }

    func run() async throws {
        while let line = readLine() {
            let inputs = try JSONValue(parsing: line).arrayValue ?? []
            let admin = admin
            let answers = await withTaskGroup(of: (Int, JSONValue).self) { group in
                for (index, input) in inputs.enumerated() {
                    group.addTask {
                        do {
                            let answer = try await admin.input(
                                input["app"]?.stringValue ?? "", input["input"] ?? .null)
                            return (index, answer ?? .null)
                        } catch {
                            return (index, ["ok": false, "message": .string("\(error)")])
                        }
                    }
                }
                return await group.reduce(into: [Int: JSONValue]()) { $0[$1.0] = $1.1 }
            }
            let sorted = inputs.indices.map { answers[$0] ?? .null }
            FileHandle.standardOutput.write(Data((JSONValue.array(sorted).text() + "\n").utf8))
        }
    }
}

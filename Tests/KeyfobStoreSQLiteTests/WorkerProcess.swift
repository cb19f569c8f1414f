import Foundation
import KeyfobTesting

/// The process `KeyfobStoreTorture`, driven line by line.
final class WorkerProcess {
    private let process: WaitingProcess

    /// Where the build puts executables: next to the running test bundle.
    static var executable: String {
        let running = URL(fileURLWithPath: CommandLine.arguments.first ?? "").deletingLastPathComponent().path
        let source =
            URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path + "/.build/debug"
        let candidates = [running, Bundle.main.bundlePath, source].map { $0 + "/KeyfobStoreTorture" }
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0) } ?? candidates[0]
    }

    /// Starts the worker, optionally through another command that ends with it.
    init(_ arguments: [String], through command: [String] = [], executable: String = executable) throws {
        process = try WaitingProcess(command + [executable] + arguments, adding: ["SWIFT_BACKTRACE": "enable=no"])
    }

    var identifier: Int32 { process.identifier }

    /// Writes a line; it is lost if the process has ended.
    func say(_ line: String) { process.say(line) }

    /// The next line; nil if the process has closed its output.
    func hear() -> String? { process.hear() }

    /// Writes a line and returns the next one.
    func ask(_ line: String) -> String? {
        say(line)
        return hear()
    }

    /// Lets the process end and returns its remaining output.
    @discardableResult
    func finish() -> [String] {
        process.finish().rest.split(separator: "\n").map(String.init)
    }

    /// Sends the process a signal.
    func signal(_ number: Int32) { process.signal(number) }
}

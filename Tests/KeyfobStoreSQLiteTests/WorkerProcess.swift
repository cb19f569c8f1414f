import Foundation
import KeyfobTesting

/// The process `KeyfobStoreTorture`, spoken to line by line.
final class WorkerProcess {
    private let process: WaitingProcess

    /// Where the build puts executables: beside the bundle of tests that is running.
    static var executable: String {
        let running = URL(fileURLWithPath: CommandLine.arguments.first ?? "").deletingLastPathComponent().path
        let source =
            URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path + "/.build/debug"
        let candidates = [running, Bundle.main.bundlePath, source].map { $0 + "/KeyfobStoreTorture" }
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0) } ?? candidates[0]
    }

    /// Starts the worker, if wished through another command that ends with it.
    init(_ arguments: [String], through command: [String] = [], executable: String = executable) throws {
        process = try WaitingProcess(command + [executable] + arguments, adding: ["SWIFT_BACKTRACE": "enable=no"])
    }

    var identifier: Int32 { process.identifier }

    /// Says a line; one that nobody hears any more is lost.
    func say(_ line: String) { process.say(line) }

    /// The next line; nil if the process has closed its output.
    func hear() -> String? { process.hear() }

    /// Says a line and hears the next.
    func ask(_ line: String) -> String? {
        say(line)
        return hear()
    }

    /// Lets the process end and hears what is left.
    @discardableResult
    func finish() -> [String] {
        process.finish().rest.split(separator: "\n").map(String.init)
    }

    /// Ends the process as `kill` with that signal does.
    func signal(_ number: Int32) { process.signal(number) }
}

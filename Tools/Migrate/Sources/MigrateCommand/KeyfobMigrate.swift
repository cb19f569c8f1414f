import Foundation
import Migration

/// `keyfob-migrate`, which `keyfob migrate` executes.
@main
struct KeyfobMigrate {
    static func main() {
        let arguments = Arguments(Array(CommandLine.arguments.dropFirst()))
        switch arguments.wish {
        case .help:
            write(CommandText.usage, to: .standardOutput)
        case .description:
            write((try? CommandText.description()) ?? "", to: .standardOutput)
        case .wrong(let reason):
            write("Error: \(reason)\n\(CommandText.usage)", to: .standardError)
            exit(2)
        case .search(let paths):
            do {
                exit(try search(paths, arguments))
            } catch let error as SearchError {
                write("Error: \(error.message)", to: .standardError)
                exit(2)
            } catch {
                write("Error: the report or a file cannot be written: \(error)", to: .standardError)
                exit(2)
            }
        }
    }

    private static func search(_ paths: [String], _ arguments: Arguments) throws -> Int32 {
        let tree = try SourceTree(paths)
        let line = ProgressLine(environment: ProcessInfo.processInfo.environment)
        let report = Search().report(on: tree) { line.update("Searching", $0, $1) }
        line.end()
        if arguments.writes { return try rewrite(tree, report, line) }
        switch arguments.format {
        case .text: write(report.text(sketches: arguments.showsSketches), to: .standardOutput)
        case .json: write(try report.json(), to: .standardOutput)
        case .sarif: write(try report.sarif(), to: .standardOutput)
        }
        return report.findings.isEmpty ? 0 : 1
    }

    private static func rewrite(_ tree: SourceTree, _ report: Report, _ line: ProgressLine) throws -> Int32 {
        let files = SwiftRewriting().files(of: tree) { line.update("Rewriting", $0, $1) }
        line.end()
        for file in files {
            try Data(file.text.utf8).write(to: URL(filePath: file.path), options: .atomic)
        }
        let others = report.findings.filter { finding in !files.contains { $0.shown == finding.file } }
        write(RewriteReport(files: files, others: others).text, to: .standardOutput)
        return others.isEmpty && files.allSatisfy(\.rest.isEmpty) ? 0 : 1
    }

    private static func write(_ text: String, to file: FileHandle) {
        try? file.write(contentsOf: Data((text + "\n").utf8))
    }
}

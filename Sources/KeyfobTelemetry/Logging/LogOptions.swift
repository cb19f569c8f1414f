#if Server
package import ArgumentParser
import Foundation
package import Logging

/// The options of a program that logs.
package struct LogOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The least important lines of the log on standard error: 'info' adds one for each request.",
            discussion: "Default: notice, or KEYFOB_LOG_LEVEL.", valueName: "level"),
        completion: .list(Logger.Level.allCases.map(\.rawValue)))
    package var logLevel: String?

    @Option(
        help: ArgumentHelp(
            "The form of these lines: json or text.", discussion: "Default: text, or KEYFOB_LOG_FORMAT.",
            valueName: "format"),
        completion: .list(LogFormat.allCases.map(\.rawValue)))
    package var logFormat: String?

    package init() {}

    package func validate() throws {
        if let logLevel, Logger.Level(rawValue: logLevel) == nil {
            let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--log-level is one of: \(levels).")
        }
        if let logFormat, LogFormat(rawValue: logFormat) == nil {
            throw ValidationError("--log-format is json or text.")
        }
    }

    /// The form of the lines.
    package var format: LogFormat {
        LogFormat(rawValue: logFormat ?? ProcessInfo.processInfo.environment["KEYFOB_LOG_FORMAT"] ?? "") ?? .text
    }

    /// The level of the least important lines.
    package var level: Logger.Level {
        Logger.Level(rawValue: logLevel ?? ProcessInfo.processInfo.environment["KEYFOB_LOG_LEVEL"] ?? "") ?? .notice
    }

    /// Makes a logger.
    ///
    /// - Parameters:
    ///   - label: the program's part that logs.
    ///   - sink: takes the lines.
    package func logger(_ label: String, to sink: any LogSink) -> Logger {
        Logger(label: label) { LineLogHandler(label: $0, level: level, format: format, sink: sink) }
    }
}
#endif

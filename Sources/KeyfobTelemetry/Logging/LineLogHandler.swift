#if Server
import KeyfobCore
package import Logging

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Writes swift-log's events as lines.
package struct LineLogHandler: LogHandler {
    package var logLevel: Logger.Level
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?
    private let label: String
    private let format: LogFormat
    private let sink: any LogSink
    private let time: @Sendable () -> LogTime

    /// Makes a handler.
    ///
    /// - Parameters:
    ///   - label: the program's part that logs.
    ///   - level: the lowest level that is written.
    ///   - format: the form of the lines.
    ///   - sink: takes the lines.
    ///   - time: the machine's time.
    package init(
        label: String, level: Logger.Level, format: LogFormat, sink: any LogSink,
        time: @escaping @Sendable () -> LogTime = { .now }
    ) {
        self.label = label
        logLevel = level
        self.format = format
        self.sink = sink
        self.time = time
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var line = LogLine(format)
        line.word("time", time().text)
        line.word("level", event.level.rawValue)
        line.word("logger", label)
        line.word("message", event.message.description)
        var fields = event.metadata ?? [:]
        if !metadata.isEmpty { fields.merge(metadata) { own, _ in own } }
        if let provided = metadataProvider?.get(), !provided.isEmpty { fields.merge(provided) { own, _ in own } }
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            switch value {
            case .string(let text): line.text(name, text)
            case .stringConvertible(let number as Int): line.number(name, String(number))
            case .stringConvertible(let number as Milliseconds): line.number(name, number.description)
            default: line.text(name, value.description)
            }
        }
        // Only the kind: the text of an error of another library may contain anything.
        if let error = event.error { line.text("error", String(reflecting: type(of: error))) }
        line.end()
        sink.write(line.bytes)
    }
}

/// A duration as a log states it: milliseconds with three decimals.
package struct Milliseconds: CustomStringConvertible, Sendable {
    private let microseconds: Int64

    /// Rounds a duration down to microseconds.
    package init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        microseconds =
            seconds.multipliedReportingOverflow(by: 1_000_000).partialValue &+ attoseconds / 1_000_000_000_000
    }

    package var description: String {
        let (whole, rest) = microseconds.quotientAndRemainder(dividingBy: 1000)
        let digits = String(rest.magnitude)
        return "\(whole)." + String(repeating: "0", count: 3 - digits.utf8.count) + digits
    }
}

/// A time as a log states it (RFC 3339), in UTC.
package struct LogTime: Sendable {
    /// Seconds since 1970.
    let seconds: Int64
    /// The milliseconds of the second.
    let milliseconds: Int64

    /// Makes a time.
    package init(seconds: Int64, milliseconds: Int64) {
        self.seconds = seconds
        self.milliseconds = milliseconds
    }

    /// The machine's time.
    package static var now: LogTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return LogTime(seconds: Int64(time.tv_sec), milliseconds: Int64(time.tv_nsec) / 1_000_000)
    }

    var text: String {
        // The Gregorian calendar in eras of 400 years that begin on 1 March, so that the leap day comes last.
        let day = seconds / 86_400
        let second = seconds % 86_400
        let (era, dayOfEra) = (day + 719_468).quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return String(unsafeUninitializedCapacity: 24) { buffer in
            func put(_ number: Int64, _ place: Int, _ digits: Int) {
                var rest = number
                for index in (place..<place + digits).reversed() {
                    buffer[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                    rest /= 10
                }
            }
            for (index, byte) in "0000-00-00T00:00:00.000Z".utf8.enumerated() { buffer[index] = byte }
            put(year, 0, 4)
            put(month, 5, 2)
            put(dayOfYear - (153 * shifted + 2) / 5 + 1, 8, 2)
            put(second / 3600, 11, 2)
            put(second / 60 % 60, 14, 2)
            put(second % 60, 17, 2)
            put(milliseconds, 20, 3)
            return 24
        }
    }
}
#endif

import Foundation
import KeyfobBackport
import KeyfobCore
import KeyfobTelemetry
import Logging
import Testing

@Suite("Log lines")
struct LogLineTests {
    private func line(_ format: LogFormat, _ message: Logger.Message, _ fields: Logger.Metadata) -> String {
        let sink = MemoryLogSink()
        let logger = Logger(label: "test") {
            LineLogHandler(label: $0, level: .trace, format: format, sink: sink) {
                LogTime(seconds: 1_709_210_096, milliseconds: 7)
            }
        }
        logger.warning(message, metadata: fields)
        return sink.text
    }

    @Test("The text form begins with time, level, logger and message, and quotes what is not plain")
    func text() {
        let text = line(.text, "request", ["b": "two words", "a": .stringConvertible(7), "c": ""])
        #expect(text == "2024-02-29T12:34:56.007Z warning test request a=7 b=\"two words\" c=\"\"\n")
    }

    @Test("The JSON form is one object that reads back as what was written")
    func json() throws {
        let value = "quote \" backslash \\ feed \n tab \t bell \u{7} emoji 🙂 é"
        let text = line(.json, "request", ["value": .string(value), "number": .stringConvertible(-3)])
        #expect(text.filter { $0 == "\n" }.count == 1)
        let json = try JSONValue(parsing: text)
        #expect(json["value"]?.stringValue == value && json["number"]?.integerValue == -3)
        #expect(json["time"] == "2024-02-29T12:34:56.007Z")
    }

    @Test("A value cannot end the line, begin another or control a terminal", arguments: LogFormat.allCases)
    func forgery(format: LogFormat) {
        let value =
            "curl\" status=200\n2026-01-01T00:00:00.000Z error keyfob.idp \u{1B}[31mforged\u{202E}\u{0085}\u{2028}\r"
        let text = line(format, "request", ["user_agent": .string(value)])
        #expect(text.unicodeScalars.filter { $0 == "\n" }.count == 1 && text.hasSuffix("\n"))
        let hidden: Set<Unicode.Scalar> = ["\u{1B}", "\u{202E}", "\u{0085}", "\u{2028}", "\r"]
        #expect(!text.unicodeScalars.contains { hidden.contains($0) })
        #expect(text.contains("curl\\\" status=200\\n2026"))
    }

    @Test("A field's name cannot end the line or the field")
    func names() throws {
        #expect(line(.text, "m", ["a b\n=c": "d"]).hasSuffix(" m a_b__c=d\n"))
        #expect(try JSONValue(parsing: line(.json, "m", ["a\"\n": "d"]))["a\"\n"] == "d")
    }

    @Test("The text of an error of another library is left out")
    func errors() {
        struct Failure: Error, CustomStringConvertible { let description = "a-secret-value" }
        let sink = MemoryLogSink()
        let logger = Logger(label: "test") { LineLogHandler(label: $0, level: .trace, format: .text, sink: sink) }
        logger.error("failed", error: Failure())
        #expect(sink.text.contains("Failure") && !sink.text.contains("a-secret-value"))
    }

    @Test("A reader that does not read stops no writer; what has no room is left out and counted")
    func stalled() {
        let written = Mutex<[UInt8]>([])
        let (entered, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let sink = StandardErrorLogSink(.text) { bytes in
            entered.signal()
            gate.wait()
            written.withLock { $0 += bytes }
        }
        let line = [UInt8](repeating: UInt8(ascii: "a"), count: 1023) + [UInt8(ascii: "\n")]
        sink.write(line)
        entered.wait()
        // The reader has stopped at the first line; a mebibyte has room after it.
        for _ in 0..<3000 { sink.write(line) }
        #expect(sink.linesLeftOut == 3000 - 1024)
        for _ in 0..<2 { gate.signal() }
        sink.flush()
        let text = String(decoding: written.withLock { $0 }, as: UTF8.self)
        #expect(text.contains("warning lines were left out of the log count=\(sink.linesLeftOut)"))
    }
}

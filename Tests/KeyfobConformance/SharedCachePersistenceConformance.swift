package import KeyfobCache
import KeyfobCore

/// The requirements of every ``KeyfobCache/SharedCachePersistence``.
///
/// The subject is a factory that opens one and the same place each time: handles stand for processes. Each check gets
/// the factory of an empty place.
package enum SharedCachePersistenceConformance {
    /// Opens the place.
    package typealias Opening = @Sendable () throws -> any SharedCachePersistence

    /// All checks.
    package static let checks: [ConformanceCheck<Opening>] = [
        ConformanceCheck("an empty place has neither bytes nor a stamp") { open in
            try require(try open().read() == nil, "no bytes")
            try require(try open().stamp() == nil, "no stamp")
        },
        ConformanceCheck("any bytes that one handle writes another reads") { open in
            let everyByte = (0...255).map { UInt8(truncatingIfNeeded: $0) }
            let large = Array(repeatElement(everyByte, count: 400).joined())
            for bytes in [Array("{}".utf8), everyByte, large, Array("{\"a\":1}".utf8)] {
                try open().write(bytes)
                try require(try open().read() == bytes, "the \(bytes.count) bytes that were written")
            }
        },
        ConformanceCheck("the stamp stays until something is written, and changes then") { open in
            let (reader, writer) = (try open(), try open())
            try writer.write(Array("{\"number\":0}".utf8))
            var last = try require(try reader.stamp(), "a stamp")
            for number in 1...9 {
                try require(try reader.stamp()?.words == last.words, "the same stamp")
                try writer.write(Array("{\"number\":\(number)}".utf8))
                let stamp = try require(try reader.stamp(), "a stamp")
                try require(stamp.words != last.words || !last.isSettled, "another stamp, or a warning in the last")
                last = stamp
            }
        },
        ConformanceCheck("all handles have one lock, and it is the absolute path of a file") { open in
            let (one, other) = (try open(), try open())
            try require(one.lockPath == other.lockPath && one.lockPath.hasPrefix("/"), "one absolute path")
            try require(!one.location.isEmpty, "a location to show to users")
        },
    ]
}

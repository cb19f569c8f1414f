/// The field `traceparent` of W3C's Trace Context (<https://www.w3.org/TR/trace-context/>, section 3.2).
package struct TraceParent: Sendable, Hashable {
    /// The trace: 32 hexadecimal digits.
    package let traceID: String
    /// The client's span: 16 hexadecimal digits.
    package let parentID: String
    /// Whether the client records the trace.
    package let isSampled: Bool

    /// Reads a field; nil if it is malformed.
    package init?(_ field: String) {
        let bytes = Array(field.utf8.prefix(256))
        // A later version may add fields after these.
        guard bytes.count == 55 || bytes.count > 55 && bytes[55] == UInt8(ascii: "-"),
            [2, 35, 52].allSatisfy({ bytes[$0] == UInt8(ascii: "-") })
        else { return nil }
        func digits(_ range: Range<Int>) -> String? {
            let part = bytes[range]
            let isHex = part.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
            return isHex ? String(decoding: part, as: UTF8.self) : nil
        }
        func isZero(_ text: String) -> Bool { text.utf8.allSatisfy { $0 == UInt8(ascii: "0") } }
        guard let version = digits(0..<2), version != "ff", version != "00" || bytes.count == 55,
            let trace = digits(3..<35), !isZero(trace), let parent = digits(36..<52), !isZero(parent),
            let flags = digits(53..<55).flatMap({ UInt8($0, radix: 16) })
        else { return nil }
        traceID = trace
        parentID = parent
        isSampled = flags & 1 == 1
    }
}

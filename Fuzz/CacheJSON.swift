// Module: KeyfobCore
//
// The parser that every cache, message and token goes through: total, and what it accepts survives being written.
import Foundation

@testable import KeyfobCore

/// Tries one input.
func fuzzCacheJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let value = try? JSONValue(parsing: input) else { return 0 }
    guard let again = try? JSONValue(parsing: value.bytes()), again == value else { abort() }
    return 0
}

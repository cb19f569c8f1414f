// Module: KeyfobCore
//
// The parser that every cache, message and token goes through: total, and what it accepts survives being written.
import Foundation

/// Tries one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let value = try? JSONValue(parsing: input) else { return 0 }
    guard let again = try? JSONValue(parsing: value.bytes()), again == value else { abort() }
    return 0
}

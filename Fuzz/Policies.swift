// Module: KeyfobConditionalAccess
//
// Policies of Conditional Access as JSON: reading is total, and so is evaluating what was read.
import Foundation
import KeyfobCore

@testable import KeyfobConditionalAccess

/// Tries one input.
func fuzzPolicies(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let json = try? JSONValue(parsing: bytes) else { return 0 }
    _ = try? ConditionalAccessPolicy(json, id: "p")
    return 0
}

// Module: KeyfobConditionalAccess
//
// Rules about devices: reading is total, and what is read answers for a device and for none.
import Foundation
import KeyfobCore
import KeyfobIdPModel

@testable import KeyfobConditionalAccess

private let phone = SignInFacts.Device(
    id: "d1", displayName: "Lab-07", isCompliant: true, joinType: .register, operatingSystem: "iOS",
    operatingSystemVersion: "18.1")

/// Tries one input.
func fuzzDeviceFilters(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    guard let rule = try? DeviceFilter(parsing: text) else { return 0 }
    // A rule and its contrary are never both met, nor neither.
    for device in [phone, nil] where DeviceFilter.negation(rule).matches(device) == rule.matches(device) { abort() }
    return 0
}

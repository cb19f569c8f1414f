// Module: KeyfobDeviceProtocol
//
// What apps say to the device and what it says to them: reading is total, and a packet that is read is written the same.
import Foundation
import KeyfobCore

@testable import KeyfobDeviceProtocol

/// Tries one input.
func fuzzSwitchboardMessages(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    // As a whole frame, and as a header alone, which is found sooner.
    let length = UInt32(bytes.count)
    let framed = (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) } + bytes
    for frame in [bytes, framed] {
        guard let packet = try? DevicePacket(parsing: frame) else { continue }
        _ = try? DeviceRequest(packet)
        _ = try? AdminRequest(packet)
        _ = try? DeviceEvent(packet)
        _ = try? DeviceResponse(packet)
    }
    return 0
}

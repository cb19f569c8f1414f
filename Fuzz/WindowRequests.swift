// Module: KeyfobBrokerWindow
//
// Requests to the broker's window, from a browser or from anything else that reaches its port: reading is total, more bytes
// never make a refused request a good one, and what is read stays within its limits.
import Foundation
import KeyfobCore

@testable import KeyfobBrokerWindow

/// Tries one input.
func fuzzWindowRequests(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    switch WindowRequest.read(bytes) {
    case .complete(let request):
        guard request.target.hasPrefix("/"), request.body.count <= 256 * 1024 else { abort() }
        _ = request.form
    case .refused:
        if case .complete = WindowRequest.read(bytes + [0x20]) { abort() }
    case .incomplete: break
    }
    return 0
}

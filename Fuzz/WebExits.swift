// Module: KeyfobBrokerCore
//
// Addresses to which a page leads the broker: reading is total, and only an address of the broker's own schemes is an exit.
import Foundation
import KeyfobCore

@testable import KeyfobBrokerCore

/// Tries one input.
func fuzzWebExits(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    for address in [text, "msauth://" + text, "browser://" + text] {
        guard let exit = BrokerActionURL(address) else { continue }
        let scheme = address.prefix { $0 != ":" }.lowercased()
        guard scheme == "msauth" || scheme == "browser" else { abort() }
        switch exit {
        case .enroll(let url), .systemBrowser(let url): guard url.scheme == "https" else { abort() }
        case .compliance(let url): guard url.map({ $0.scheme == "https" }) ?? true else { abort() }
        default: break
        }
    }
    return 0
}

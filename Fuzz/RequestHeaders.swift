// Module: KeyfobIdPCore
//
// The header fields of anyone's requests: reading is total, a cookie that is given twice counts as none, and no address
// counts that the connection and the named proxies do not say.
import Foundation
import KeyfobCore
import KeyfobOAuth

@testable import KeyfobIdPCore

/// Tries one input: the lines are the values of each field.
func fuzzRequestHeaders(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    guard let url = HTTPURL("https://localhost:8443/") else { abort() }
    var request = HTTPRequest.get(url)
    for line in text.split(separator: "\n", maxSplits: 8) {
        for name in ["Cookie", "Authorization", "X-Forwarded-For", "User-Agent", "Accept-Language", "Host"] {
            request.fields.append(name, String(line))
        }
    }
    for name in [Cookies.session, Cookies.browser] {
        guard let value = Cookies.value(name, in: request) else { continue }
        guard !value.contains(";"), !value.contains(" ") else { abort() }
    }
    guard ClientAddress.of(peer: "192.0.2.1", request, behind: []) == "192.0.2.1" else { abort() }
    _ = PlatformDetection.platform(of: request, parameters: FormParameters())
    _ = UserCode.hash(text)
    _ = PresentedCredential(FormParameters(), request)
    return 0
}

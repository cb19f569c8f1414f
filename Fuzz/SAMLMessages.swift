// Module: KeyfobSAML
//
// SAML messages of services, as anyone may send them: reading is total and bounded, and nothing that a service did not
// sign is verified. The first byte chooses the binding.
import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE
import KeyfobOAuth

@testable import KeyfobSAML

private let service = try? RSAPrivateKey().publicKey

/// Tries one input.
func fuzzSAMLMessages(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    var limits = XMLLimits()
    limits.bytes = 32 << 10
    guard let kind = bytes.first, let service else { return 0 }
    let content = Array(bytes.dropFirst())
    if let plain = Inflation.inflated(content, atMost: limits.bytes), plain.count > limits.bytes { abort() }
    let text = String(decoding: content, as: UTF8.self)
    let message: ReceivedMessage?
    switch kind & 3 {
    case 0:
        guard let query = try? FormParameters(parsing: text) else { return 0 }
        message = try? ReceivedMessage(query: text, query, limits: limits)
    case 1: message = try? ReceivedMessage(form: FormParameters([("SAMLRequest", text)]), limits: limits)
    case 2:
        let form = FormParameters([("SAMLRequest", Base64.encode(content))])
        message = try? ReceivedMessage(form: form, limits: limits)
    default:
        let query = FormParameters([("SAMLRequest", Base64.encode(content))])
        message = try? ReceivedMessage(query: query.encoded, query, limits: limits)
    }
    guard let message else { return 0 }
    _ = try? SAMLAuthnRequest(message.tree)
    _ = try? SAMLLogoutRequest(message.tree)
    _ = try? SAMLLogoutResponse(message.tree)
    if (try? message.verified(by: [service])) != nil { abort() }
    return 0
}

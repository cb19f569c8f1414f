// Module: KeyfobOAuth
//
// What devices and providers say to each other: reading is total, what is read says the same when it is written again,
// and nothing that was not signed verifies.
import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE

@testable import KeyfobOAuth

/// Tries one input.
func fuzzDeviceMessages(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let text = String(decoding: bytes, as: UTF8.self)
    if let challenge = try? PKeyAuthChallenge(url: text) {
        guard let again = try? PKeyAuthChallenge(url: challenge.url), again == challenge else { abort() }
        guard let field = try? PKeyAuthChallenge.find(in: ["WWW-Authenticate": challenge.fieldValue]) else { abort() }
        // Characters that no field may hold are the transport's to refuse; everything else survives.
        if text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x25 }), field != challenge { abort() }
    }
    if let answer = try? PKeyAuthResponse.parse(text), let message = answer.message,
        (try? message.verify(with: message.certificate.publicKey)) != nil, bytes.count < 200
    {
        abort()
    }
    guard let key = SessionKey(Secret([UInt8](repeating: 7, count: 32))) else { abort() }
    if let message = try? SessionSignedMessage(compact: text) {
        _ = try? PRTUseRequest(claims: message.claims)
        _ = RefreshTokenCredential(message)
        if (try? message.verify(with: key)) != nil { abort() }
    }
    if let message = try? DeviceSignedMessage(compact: text) { _ = try? PRTIssueRequest(claims: message.claims) }
    if let request = try? DeviceJoinRequest(parsing: bytes) {
        guard (try? DeviceJoinRequest(parsing: request.json.bytes())) == request else { abort() }
    }
    if let document = try? RegistrationDiscovery(parsing: bytes) {
        guard (try? RegistrationDiscovery(parsing: document.json.bytes())) == document else { abort() }
    }
    _ = try? PRTUseResponse.open(bytes, with: key)
    _ = try? PRTIssueResponse(parsing: bytes)
    return 0
}

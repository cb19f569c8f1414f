// Module: KeyfobSAML
//
// Requests and responses of sign-out, as anyone may lead a browser to with them: reading is total, what was read fits its
// limits, and what this provider writes in return is read as it was written. The first byte chooses the content.
import Foundation
import KeyfobCore
import KeyfobOAuth

@testable import KeyfobSAML

/// Signs nothing: a signature of RSA would take most of the time.
private let signer = SAMLSigner(certificate: []) { _ in [1, 2, 3] }

/// Tries one input.
func fuzzSAMLLogout(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let kind = bytes.first else { return 0 }
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    // The whole document, its content, an attribute, or a session index: a mutation reaches each of them.
    let document =
        switch kind & 3 {
        case 0: text
        case 1: document("", text)
        case 2: document(" ID=\"\(text)\"", "")
        default: document("", "<samlp:SessionIndex>\(text)</samlp:SessionIndex>")
        }
    var limits = XMLLimits()
    limits.bytes = 32 << 10
    guard let tree = try? XMLReading.read(Array(document.utf8), limits: limits) else { return 0 }
    _ = try? SAMLLogoutResponse(tree)
    guard let request = try? SAMLLogoutRequest(tree) else { return 0 }
    guard request.header.id.utf8.count <= 256, request.sessions.allSatisfy({ $0.utf8.count <= limits.bytes }) else {
        abort()
    }
    let writer = SAMLLogoutWriter(issuer: "https://idp.test/", now: 1_700_000_000, signer: signer)
    let address = try? writer.responseAddress(
        to: "https://service.test/slo", requestID: request.header.id, id: "_1", relayState: nil)
    guard let address, let url = HTTPURL(address), let query = try? FormParameters(parsing: url.query ?? ""),
        let message = try? ReceivedMessage(query: url.query ?? "", query, limits: limits),
        let response = try? SAMLLogoutResponse(message.tree), response.request == request.header.id
    else { abort() }
    return 0
}

private func document(_ attributes: String, _ content: String) -> String {
    let id = attributes.isEmpty ? " ID=\"_1\"" : attributes
    return "<samlp:LogoutRequest xmlns:samlp=\"urn:oasis:names:tc:SAML:2.0:protocol\"\(id) Version=\"2.0\" "
        + "IssueInstant=\"2026-01-01T00:00:00Z\"><Issuer xmlns=\"urn:oasis:names:tc:SAML:2.0:assertion\">"
        + "https://service.test</Issuer>\(content)</samlp:LogoutRequest>"
}

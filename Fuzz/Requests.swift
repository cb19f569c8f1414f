// Module: KeyfobOAuth
//
// Queries and forms as anyone may send them: reading is total, what is read says the same when it is written again, and the
// messages in them as well.
import Foundation
import KeyfobCore

@testable import KeyfobOAuth

/// Tries one input.
func fuzzRequests(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    if let url = HTTPURL(text) {
        guard let again = HTTPURL(url.description), again.description == url.description else { abort() }
        _ = try? RedirectURI(text)
    }
    let scopes = ScopeSet(spaceSeparated: text)
    guard ScopeSet(spaceSeparated: scopes.description) == scopes else { abort() }
    guard let form = try? FormParameters(parsing: text) else { return 0 }
    guard let again = try? FormParameters(parsing: form.encoded), again.encoded == form.encoded else { abort() }
    if let request = try? AuthorizationRequest(parsing: form) {
        // An unknown value is kept as it is written; what is known is written as it was read.
        _ = try? AuthorizationRequest(parsing: request.parameters())
    }
    _ = try? TokenRequest(parsing: form)
    _ = OAuthErrorResponse(parameters: form)
    return 0
}

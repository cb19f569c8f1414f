// Module: KeyfobStoreSecretService
//
// What an item of the keyring holds: a document as it is or in base64, told apart by looking, and nothing else.
import Foundation
import KeyfobCore

@testable import KeyfobStoreSecretService

/// Tries one input.
func fuzzKeyringValues(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let (document, form) = KeyringPayload.decode(input) {
        let written = KeyringPayload.encode(document, form)
        guard let again = KeyringPayload.decode(written), again.document == document, again.form == form else {
            abort()
        }
        // Who reads it by the book has to get the same.
        if form == .base64, Data(base64Encoded: Data(written)) != Data(document) { abort() }
    }
    let document = [UInt8(ascii: "{")] + input
    for form in [SharedCacheSchema.Form.json, .base64] {
        guard let read = KeyringPayload.decode(KeyringPayload.encode(document, form)), read.document == document,
            read.form == form
        else { abort() }
    }
    return 0
}

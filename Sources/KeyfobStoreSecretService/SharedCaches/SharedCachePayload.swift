import Foundation
import KeyfobCore

/// The two forms in which libraries keep a cache's JSON document in the keyring, told apart by looking.
enum SharedCachePayload {
    /// The document in what was kept, and its form; nil if there is nothing in it.
    ///
    /// What begins with a brace is JSON; everything else has to be base64 of what does.
    static func decode(_ stored: [UInt8]) -> (document: [UInt8], form: SharedCacheSchema.Form)? {
        if isDocument(stored) { return (stored, .json) }
        guard let data = Data(base64Encoded: Data(stored), options: .ignoreUnknownCharacters) else { return nil }
        let document = Array(data)
        return isDocument(document) ? (document, .base64) : nil
    }

    /// A document in a form.
    static func encode(_ document: [UInt8], _ form: SharedCacheSchema.Form) -> [UInt8] {
        switch form {
        case .json: document
        case .base64: Array(Data(document).base64EncodedString().utf8)
        }
    }

    private static func isDocument(_ bytes: [UInt8]) -> Bool {
        bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
    }
}

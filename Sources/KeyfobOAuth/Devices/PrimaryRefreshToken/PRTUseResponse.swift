import KeyfobBackport
package import KeyfobCore
package import KeyfobJOSE

/// The response to a ``PRTUseRequest``: a token response, encrypted with a key derived from the session key.
package enum PRTUseResponse {
    /// The media type of an encrypted response.
    package static let encryptedType = "application/jose"

    /// Encrypts a response.
    ///
    /// - Throws: `JOSEError` if swift-crypto fails.
    package static func seal(
        _ body: [UInt8], with key: SessionKey, random: any RandomSource
    ) throws(JOSEError) -> [UInt8] {
        Array(try key.seal(body, random: random).utf8)
    }

    /// Returns the JSON of a response: decrypted if it is encrypted, unchanged if it is a JSON object, as errors are.
    ///
    /// - Parameters:
    ///   - body: the body of the token endpoint's response.
    ///   - key: the session key with which the request was signed.
    /// - Throws: `JOSEError` if it is neither, or was encrypted with another key.
    package static func open(_ body: [UInt8], with key: SessionKey) throws(JOSEError) -> [UInt8] {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
        let trimmed = body.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
        if trimmed.first == UInt8(ascii: "{") { return body }
        guard let text = String(valid: Array(trimmed), as: UTF8.self) else {
            throw JOSEError("The response is neither JSON nor an encrypted message.")
        }
        return try key.open(text)
    }
}

package import KeyfobCore
import KeyfobCrypto

/// An encrypted message in the compact serialisation (RFC 7516 section 7.1), parsed strictly.
///
/// The content is encrypted by `A256GCM`. The content key is agreed on beforehand (`dir`), wrapped (`RSA-OAEP`), or
/// agreed on with an ephemeral key (`ECDH-ES`); see the extensions.
package struct JWE: Sendable {
    /// Longer texts are refused without parsing.
    static let maximumLength = 1 << 20
    static let contentAlgorithm = "A256GCM"

    /// The protected header.
    package let header: [String: JSONValue]
    let encryptedKey: [UInt8]
    let initializationVector: [UInt8]
    let ciphertext: [UInt8]
    let tag: [UInt8]
    let associatedData: [UInt8]

    /// Parses a compact JWE.
    ///
    /// - Throws: ``JOSEError`` if there are not exactly five parts of unpadded base64url, the header is not a JSON
    ///   object without duplicate members, `enc` is not `A256GCM`, or there is `crit` or `zip`, which Keyfob does not
    ///   support.
    package init(compact: String) throws(JOSEError) {
        guard compact.utf8.count <= Self.maximumLength else { throw JOSEError("The encrypted message is too long.") }
        let parts = compact.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 5 else { throw JOSEError("The encrypted message does not have five parts.") }
        var decoded: [[UInt8]] = []
        for part in parts {
            guard let bytes = Base64URL.decode(Substring(part)) else {
                throw JOSEError("A part of the encrypted message is not base64url without padding.")
            }
            decoded.append(bytes)
        }
        guard let header = (try? JSONValue(parsing: decoded[0]))?.objectValue else {
            throw JOSEError("The encrypted message's header is not a JSON object, or has a duplicate member.")
        }
        guard header["crit"] == nil, header["zip"] == nil else {
            throw JOSEError("The encrypted message's header requires extensions that Keyfob does not support.")
        }
        guard header["enc"]?.stringValue == Self.contentAlgorithm else {
            throw JOSEError("The encrypted message is not encrypted by A256GCM.")
        }
        self.header = header
        encryptedKey = decoded[1]
        initializationVector = decoded[2]
        ciphertext = decoded[3]
        tag = decoded[4]
        associatedData = Array(parts[0])
    }

    /// `alg`
    package var algorithm: String? { header["alg"]?.stringValue }

    /// Checks and decrypts the content.
    ///
    /// - Parameter contentKey: 32 bytes.
    /// - Throws: ``JOSEError`` if the vector does not have 12 bytes or the tag 16, or anything was changed.
    package func open(contentKey: [UInt8]) throws(JOSEError) -> [UInt8] {
        // RFC 7518 section 5.3: a vector of 96 bits and a tag of 128 bits.
        guard initializationVector.count == 12, tag.count == 16, contentKey.count == 32 else {
            throw JOSEError("The encrypted message does not have the form of A256GCM.")
        }
        do {
            return try AESGCMKey(contentKey).open(
                initializationVector + ciphertext + tag, associatedData: associatedData)
        } catch {
            throw JOSEError(error)
        }
    }

    /// Encrypts a message with a content key.
    ///
    /// - Parameters:
    ///   - plain: the message.
    ///   - header: the header, `alg` included; `enc` is always `A256GCM`.
    ///   - encryptedKey: the second part; empty if the key is not sent.
    ///   - contentKey: 32 bytes.
    ///   - initializationVector: 12 bytes with which the key was never used.
    /// - Returns: the compact serialisation.
    /// - Throws: ``JOSEError`` if the key or vector has another length.
    static func seal(
        _ plain: [UInt8], header: [String: JSONValue], encryptedKey: [UInt8], contentKey: [UInt8],
        initializationVector: [UInt8]
    ) throws(JOSEError) -> String {
        var header = header
        header["enc"] = .string(contentAlgorithm)
        let first = Base64URL.encode(JSONValue.object(header).bytes())
        guard contentKey.count == 32 else { throw JOSEError("A key for A256GCM has 32 bytes.") }
        do {
            let sealed = try AESGCMKey(contentKey).seal(
                plain, nonce: initializationVector, associatedData: Array(first.utf8))
            let parts = [
                encryptedKey, initializationVector, Array(sealed.dropFirst(12).dropLast(16)), Array(sealed.suffix(16)),
            ]
            return ([first] + parts.map(Base64URL.encode)).joined(separator: ".")
        } catch {
            throw JOSEError(error)
        }
    }
}

extension JWE: CustomStringConvertible, CustomReflectable {
    /// The algorithm only.
    package var description: String { "JWE (\(algorithm ?? "?"))" }
    /// A mirror without children, so that `dump` shows nothing.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

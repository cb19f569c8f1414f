import Crypto
import CryptoExtras
import Foundation

/// A key for AES in cipher block chaining mode with PKCS #7 padding (NIST SP 800-38A section 6.2, RFC 5652 section
/// 6.3).
///
/// It does not authenticate: an attacker who can change the ciphertext changes the plain text. It is only for existing
/// formats that use it, each of which has to check the plain text in some other way. New formats use ``AESGCMKey``.
package struct AESCBCKey: Sendable {
    private static let blockLength = 16

    private let key: SymmetricKey

    /// Makes a key from its bytes.
    ///
    /// - Throws: ``CryptoError`` if there are not exactly 16 or 32 bytes.
    package init(_ bytes: [UInt8]) throws(CryptoError) {
        guard bytes.count == 16 || bytes.count == 32 else {
            throw CryptoError("An AES-CBC key has 16 or 32 bytes.")
        }
        key = SymmetricKey(data: bytes)
    }

    /// Pads and encrypts.
    ///
    /// - Parameters:
    ///   - plain: the data to encrypt.
    ///   - vector: 16 bytes, the initialization vector.
    /// - Returns: the ciphertext, a whole number of blocks of 16 bytes, at least one.
    /// - Throws: ``CryptoError`` if the vector has another length.
    package func encrypt(_ plain: [UInt8], vector: [UInt8]) throws(CryptoError) -> [UInt8] {
        try Self.check(vector)
        do {
            return Array(try AES._CBC.encrypt(plain, using: key, iv: AES._CBC.IV(ivBytes: vector)))
        } catch {
            throw CryptoError("The data could not be encrypted.")
        }
    }

    /// Decrypts and removes the padding.
    ///
    /// - Parameters:
    ///   - sealed: the result of ``encrypt(_:vector:)``.
    ///   - vector: 16 bytes, the initialization vector.
    /// - Throws: ``CryptoError`` if it is not a whole number of blocks, or the padding is not valid: the data was
    ///   changed, or belongs to another key. Success does not prove that the data is authentic.
    package func decrypt(_ sealed: [UInt8], vector: [UInt8]) throws(CryptoError) -> [UInt8] {
        try Self.check(vector)
        guard !sealed.isEmpty, sealed.count.isMultiple(of: Self.blockLength) else {
            throw CryptoError("The encrypted data is incomplete.")
        }
        do {
            return Array(try AES._CBC.decrypt(sealed, using: key, iv: AES._CBC.IV(ivBytes: vector)))
        } catch {
            throw CryptoError("The encrypted data was changed, or belongs to another key.")
        }
    }

    private static func check(_ vector: [UInt8]) throws(CryptoError) {
        guard vector.count == blockLength else {
            throw CryptoError("An AES-CBC initialization vector has 16 bytes.")
        }
    }
}

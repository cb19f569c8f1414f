import Crypto
import Foundation

/// A key for authenticated encryption by AES-GCM (NIST SP 800-38D).
package struct AESGCMKey: Sendable {
    private static let nonceLength = 12
    private static let tagLength = 16

    private let key: SymmetricKey

    /// Makes a key from its bytes.
    ///
    /// - Throws: ``CryptoError`` if there are not exactly 16 or 32 bytes.
    package init(_ bytes: [UInt8]) throws(CryptoError) {
        guard bytes.count == 16 || bytes.count == 32 else {
            throw CryptoError("An AES-GCM key has 16 or 32 bytes.")
        }
        key = SymmetricKey(data: bytes)
    }

    /// Encrypts and authenticates.
    ///
    /// - Parameters:
    ///   - plain: the data to encrypt.
    ///   - nonce: 12 bytes that this key has never been used with.
    ///   - associatedData: data that is authenticated but not stored; opening requires the same.
    /// - Returns: the nonce, the ciphertext and the 16-byte tag, concatenated.
    /// - Throws: ``CryptoError`` if the nonce has another length.
    package func seal(
        _ plain: [UInt8], nonce: [UInt8], associatedData: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        guard nonce.count == Self.nonceLength else { throw CryptoError("An AES-GCM nonce has 12 bytes.") }
        do {
            let box = try AES.GCM.seal(
                plain, using: key, nonce: AES.GCM.Nonce(data: nonce), authenticating: associatedData)
            // The box stores the parts concatenated: taking it apart costs more than sealing.
            return box.combined.map { [UInt8]($0) } ?? nonce + box.ciphertext + box.tag
        } catch {
            throw CryptoError("The data could not be encrypted.")
        }
    }

    /// Checks and decrypts the result of ``seal(_:nonce:associatedData:)``.
    ///
    /// - Throws: ``CryptoError`` if the data was changed, sealed under another key, or with other associated data.
    package func open(_ sealed: [UInt8], associatedData: [UInt8]) throws(CryptoError) -> [UInt8] {
        try open(sealed[...], associatedData: associatedData)
    }

    /// Checks and decrypts a part of an array; see ``open(_:associatedData:)-([UInt8],_)``.
    package func open(_ sealed: ArraySlice<UInt8>, associatedData: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard sealed.count >= Self.nonceLength + Self.tagLength else {
            throw CryptoError("The encrypted data is too short.")
        }
        do {
            let box = try AES.GCM.SealedBox(combined: sealed)
            return Array(try AES.GCM.open(box, using: key, authenticating: associatedData))
        } catch {
            throw CryptoError("The encrypted data was changed, or belongs to another key or context.")
        }
    }
}

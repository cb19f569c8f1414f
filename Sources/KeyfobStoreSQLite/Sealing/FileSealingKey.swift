import Foundation
import KeyfobCache
package import KeyfobCore
package import KeyfobCrypto
import KeyfobSQLite

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Sealing keys in files that only their user can read: one file for each key, with mode 0600, in a directory with
/// 0700.
///
/// It protects secrets from other users and in copies of the database, but not from other processes of the same user.
package struct FileSealingKey: SealingKeyProvider {
    private let directory: String
    private let random: any RandomSource

    /// Names the directory; makes and reads nothing yet.
    package init(directory: String, random: any RandomSource = SystemRandomSource()) {
        self.directory = directory
        self.random = random
    }

    /// The same for every directory, since the directory may be moved.
    package var place: String { SealingKeyPlace.file.recordedName }

    /// Reads the file of a key.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeLocked` if it is missing, unreadable, accessible to others or
    ///   contains no key.
    package func key(id: String) throws(AuthError) -> AESGCMKey {
        let path = try path(id)
        let text: [UInt8]?
        do {
            text = try PrivateFile.read(path, limit: 256)
        } catch {
            throw locked("The credential store's key file \(path) cannot be read.", path, error)
        }
        guard let text else { throw locked("The credential store's key file \(path) is missing.", path, nil) }
        let digits = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace).first ?? ""
        guard let bytes = Hex.decode(digits), bytes.count == 32, let key = try? AESGCMKey(bytes) else {
            throw locked("The credential store's key file \(path) contains no key.", path, nil)
        }
        return key
    }

    /// Writes the file of a new key durably.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable` if it cannot be written, or exists.
    package func create(id: String) throws(AuthError) -> AESGCMKey {
        try PrivateDirectory.prepare(directory)
        let bytes = random.bytes(32)
        try PrivateFile.writeNew(Array((Hex.encode(bytes) + "\n").utf8), to: path(id))
        do {
            return try AESGCMKey(bytes)
        } catch {
            throw AuthError(.storeUnavailable, origin: .store, message: "The new key is not usable.", cause: error)
        }
    }

    /// The ids of all keys that have a file.
    package func ids() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.sorted().filter { $0.hasSuffix(".key") }.map { String($0.dropLast(".key".count)) }
    }

    /// Deletes a key's file.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable` if it exists and cannot be deleted.
    package func remove(id: String) throws(AuthError) {
        let path = try path(id)
        guard unlink(path) == 0 || errno == ENOENT else {
            throw .storage("The former key file \(path) cannot be deleted.", errno)
        }
    }

    private func path(_ id: String) throws(AuthError) -> String {
        let isSafe =
            !id.isEmpty && id.utf8.allSatisfy { Hex.decode("0\(Character(UnicodeScalar($0)))") != nil || $0 == 0x2D }
        guard isSafe else {
            throw AuthError(
                .storeLocked, origin: .store, message: "The store records a key with an invalid id.",
                remedy: "The store is damaged. Run: keyfob doctor --salvage")
        }
        return "\(directory)/\(id).key"
    }

    private func locked(_ message: String, _ path: String, _ cause: AuthError?) -> AuthError {
        AuthError(
            .storeLocked, origin: .store, message: message,
            remedy: "Bring back \(path), with mode 0600 and owned by you; you need not sign in again.", cause: cause)
    }
}

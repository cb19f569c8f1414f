import Foundation
import KeyfobCore
import KeyfobSQLite

/// The directory in which an identity provider keeps all its data: mode 0700, and each file in it 0600.
struct DataDirectory: Sendable, Hashable {
    /// Its absolute path.
    let path: String

    /// The CA's certificate, which clients have to trust.
    var caCertificate: String { path + "/ca.pem" }
    /// The CA's private key.
    var caKey: String { path + "/ca-key.pem" }
    /// The bearer token of the admin API.
    var adminToken: String { path + "/admin-token" }
    /// How far the provider's clock is ahead, in seconds as decimal text.
    var clockOffset: String { path + "/clock-offset" }
    /// The base URL, while the provider runs.
    var address: String { path + "/address" }
    /// The file that a running provider holds locked.
    var lock: String { path + "/lock" }

    /// The folder with the separate certificate authority of the stand-in for Microsoft's hosts.
    var standIn: DataDirectory { DataDirectory(path: path + "/stand-in") }

    /// Names a directory without making it; a relative path starts at the working directory.
    init(path: String) {
        self.path = URL(fileURLWithPath: path).standardizedFileURL.path
    }

    /// Makes the directory if it is missing, and checks that other local users cannot read it.
    func prepare() throws(AuthError) { try PrivateDirectory.prepare(path) }

    /// Reads a small file.
    ///
    /// - Returns: its text without white space at the ends; nil if there is no such file.
    /// - Throws: ``AuthError`` if it does not belong to this user alone, or cannot be read.
    func read(_ file: String) throws(AuthError) -> String? {
        try PrivateFile.read(file).map {
            String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    /// Replaces a small file atomically: a reader sees the old text or the new, also after a crash.
    func write(_ text: String, to file: String) throws(AuthError) {
        let draft = file + ".replacement"
        unlink(draft)
        try PrivateFile.writeNew(Array(text.utf8), to: draft)
        guard rename(draft, file) == 0 else {
            throw AuthError(
                .storeUnavailable, origin: .store,
                message: "\(file) cannot be written: \(String(cString: strerror(errno))).")
        }
    }

    /// Removes a file, if it is there.
    func remove(_ file: String) { unlink(file) }

    /// Locks the directory against a second provider; the kernel releases the lock when the process ends.
    ///
    /// - Throws: ``AuthError`` if another provider uses the directory, with its address if it has written it.
    func lockForProvider() throws(AuthError) -> FileLock {
        let held = try FileLock(path: lock)
        guard try held.tryLock() else {
            let place = try read(address).map { " and serves  \($0)" } ?? ""
            throw AuthError(
                .storeUnavailable, origin: .store,
                message: "Another identity provider uses the data directory \(path)\(place).",
                remedy: "Stop it, or choose another directory with --data.")
        }
        try held.checkExclusion()
        return held
    }
}

/// The bearer token of the admin API, made at the first start and kept in a file that only its owner can read.
enum AdminToken {
    /// Reads the token, or makes one of 256 bits.
    static func token(in directory: DataDirectory, random: any RandomSource) throws(AuthError) -> Secret<String> {
        if let token = try directory.read(directory.adminToken) {
            guard token.utf8.count >= 32 else {
                throw .configuration(
                    "\(directory.adminToken) is damaged.", remedy: "Delete it: the next start writes another token.")
            }
            return Secret(token)
        }
        let token = random.token()
        try directory.write(token + "\n", to: directory.adminToken)
        return Secret(token)
    }
}

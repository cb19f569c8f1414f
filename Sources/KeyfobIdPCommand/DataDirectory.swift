import Foundation
import KeyfobCore
import KeyfobSQLite

/// The one place where an identity provider keeps what it knows: mode 0700, and each file in it 0600.
struct DataDirectory: Sendable {
    /// Its absolute path.
    let path: String

    /// The CA's certificate, which clients are told to trust.
    var caCertificate: String { path + "/ca.pem" }
    /// The CA's private key.
    var caKey: String { path + "/ca-key.pem" }
    /// The bearer token of the admin API.
    var adminToken: String { path + "/admin-token" }
    /// How far the provider's clock is ahead, in seconds as decimal text.
    var clockOffset: String { path + "/clock-offset" }
    /// The base URL, while the provider runs.
    var address: String { path + "/address" }
    /// What a running provider holds locked.
    var lock: String { path + "/lock" }

    /// Names a directory without making it; a relative path counts from the working directory.
    init(path: String) {
        self.path = URL(fileURLWithPath: path).standardizedFileURL.path
    }

    /// Makes the directory if it is missing, and checks that nobody else can look into it.
    func prepare() throws(AuthError) { try PrivateDirectory.prepare(path) }

    /// Reads a small file.
    ///
    /// - Returns: its text without white space at the ends; nil if there is no such file.
    /// - Throws: ``AuthError`` if it is not this user's alone, or cannot be read.
    func read(_ file: String) throws(AuthError) -> String? {
        try PrivateFile.read(file).map {
            String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    /// Writes a small file: a reader sees the old text or the new, never a part, and after a crash it is one of them.
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

    /// Keeps a second provider off the directory; the kernel lets go of it when the process ends, however it ends.
    ///
    /// - Throws: ``AuthError`` if another provider is at work here, with that one's address if it has told it.
    func lockForProvider() throws(AuthError) -> FileLock {
        let held = try FileLock(path: lock)
        guard try held.tryLock() else {
            let place = try read(address).map { " and answers at \($0)" } ?? ""
            throw AuthError(
                .storeUnavailable, origin: .store,
                message: "Another identity provider uses the data directory \(path)\(place).",
                remedy: "Stop it, or choose another directory with --data.")
        }
        return held
    }
}

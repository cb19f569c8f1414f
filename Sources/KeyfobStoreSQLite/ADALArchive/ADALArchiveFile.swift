package import Foundation
package import KeyfobCache
package import KeyfobCore
import KeyfobSQLite

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// ADAL's cache as a file: the archive that an app on macOS serializes, shared by the apps that use the path.
///
/// The file is replaced as a whole, so a reader finds the old archive or the new one; writers are serialized by a lock
/// file (`PATH.lock`, `flock(2)`). The file must belong to the user, and others must have no access. A file that cannot
/// be parsed is never overwritten.
package struct ADALArchiveFile: ADALCache {
    private let path: String
    /// The seconds that a writer waits for another, which needs milliseconds unless it is suspended.
    private static let patience: Double = 3

    /// Names the file, which need not exist yet.
    ///
    /// - Parameter path: absolute. The directory is made with mode 0700 if it is missing.
    /// - Throws: ``KeyfobCore/AuthError`` with code `configuration` if the path is not absolute, `storeUnavailable` if
    ///   the directory cannot be made.
    package init(path: String) throws(AuthError) {
        guard path.hasPrefix("/"), !path.hasSuffix("/") else {
            throw .configuration(
                "The path of ADAL's token cache is not absolute.", remedy: "Use the full path of the file.")
        }
        let directory = (path as NSString).deletingLastPathComponent
        var status = stat()
        if stat(directory, &status) != 0 { try PrivateDirectory.prepare(directory) }
        self.path = path
    }

    /// The matching items in the archive.
    package func items(_ query: ADALCacheQuery) throws(AuthError) -> [ADALCacheItem] {
        try load().items.filter(query.matches)
    }

    /// Writes items in one replacement of the file.
    package func put(_ items: [ADALCacheItem], sparing: Bool) throws(AuthError) {
        try change { archive in
            let taken = sparing ? Set(archive.items.filter(\.hasRefreshToken).map(\.key)) : []
            let new = items.filter { !taken.contains($0.key) }
            for item in new { archive.put(item) }
            return !new.isEmpty
        }
    }

    /// Removes items in one replacement of the file. The archive has no wipe marker.
    package func remove(_ items: [ADALCacheItem], by app: String, at now: Date) throws(AuthError) {
        try change { archive in
            let known = Dictionary(
                archive.items.map { ($0.key, $0.refreshToken) }, uniquingKeysWith: { first, _ in first })
            let gone = items.filter { known[$0.key] == .some($0.refreshToken) }
            for item in gone { archive.remove(item.key) }
            return !gone.isEmpty
        }
    }

    /// Reserves room for a new archive next to the present one.
    package func reserveRoom() throws(AuthError) -> ReservedRoom { try PrivateFile.reserveRoom(forReplacing: path) }

    /// Reads, changes and replaces the file under the lock. `body` returns whether it changed anything.
    private func change(_ body: (inout ADALCacheArchive) -> Bool) throws(AuthError) {
        let lock = try FileLock(path: path + ".lock")
        try lock.lock(timeoutSeconds: Self.patience)
        defer { lock.unlock() }
        var archive = try load()
        guard body(&archive) else { return }
        try replace(archive.bytes)
    }

    private func load() throws(AuthError) -> ADALCacheArchive {
        guard let bytes = try read(), !bytes.isEmpty else { return ADALCacheArchive() }
        do throws(PropertyListError) {
            return try ADALCacheArchive(parsing: bytes)
        } catch {
            throw AuthError(
                .storeUnavailable, origin: .store,
                message: "ADAL's token cache \(path) cannot be used: \(error.message)",
                remedy: "Move the file away; the apps that use ADAL then have to sign in again.", cause: error)
        }
    }

    /// Reads the whole file; returns nil if there is none. Reads again if a longer file replaced it meanwhile.
    private func read() throws(AuthError) -> [UInt8]? {
        for _ in 0..<100 {
            var status = stat()
            guard lstat(path, &status) == 0 else {
                if errno == ENOENT { return nil }
                throw unusable("cannot be examined", errno)
            }
            guard status.st_size <= BinaryPropertyList.maximumSize else { throw unusable("is too large", EFBIG) }
            let size = Int(status.st_size)
            guard let bytes = try PrivateFile.read(path, limit: size + 1) else { return nil }
            if bytes.count <= size { return bytes }
        }
        throw unusable("is replaced faster than it can be read", EAGAIN)
    }

    private func replace(_ bytes: [UInt8]) throws(AuthError) {
        let temporary = path + ".next"
        // Left behind by a killed writer.
        unlink(temporary)
        try PrivateFile.writeNew(bytes, to: temporary)
        guard rename(temporary, path) == 0 else { throw unusable("cannot be replaced", errno) }
        let directory = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC)
        if directory >= 0 {
            _ = DiskSync.sync(directory)
            close(directory)
        }
    }

    private func unusable(_ why: String, _ number: Int32) -> AuthError {
        AuthError(
            .storeUnavailable, origin: .store,
            message: "ADAL's token cache \(path) \(why): \(String(cString: strerror(number))).",
            remedy: "Check that the file is yours and that its disk has space.")
    }
}

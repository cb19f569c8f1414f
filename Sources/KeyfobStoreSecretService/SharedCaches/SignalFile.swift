import Foundation
import KeyfobCache
import KeyfobCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The file whose modification time signals a change of a cache in a keyring. Its content has no meaning: it is empty,
/// or `{}` if Node made it.
struct SignalFile: Sendable {
    /// The seconds after a change in which another change may get the same timestamp.
    private static let settling = 0.05

    let path: String

    /// A value that changes when the file is touched; nil if there is no file.
    func stamp() -> SharedCacheStamp? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            let modified = attributes[.modificationDate] as? Date
        else { return nil }
        let number = (attributes[.systemFileNumber] as? NSNumber)?.int64Value ?? 0
        let time = modified.timeIntervalSince1970
        return SharedCacheStamp(
            words: [number, Int64(bitPattern: time.bitPattern)],
            isSettled: SystemClock().now.timeIntervalSince(modified) > Self.settling)
    }

    /// Touches the file, or makes it with mode 0600.
    ///
    /// It is dated a second ahead: MSAL Python reads again only if the file is newer than its own clock at the last
    /// read, and would miss a change within the same tick.
    func touch() throws(AuthError) {
        for (index, character) in zip(path.indices, path) where character == "/" && index != path.startIndex {
            mkdir(String(path[..<index]), 0o700)
        }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(errno) }
        defer { close(descriptor) }
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        time.tv_sec += 1
        guard futimens(descriptor, [time, time]) == 0 else { throw failure(errno) }
    }

    private func failure(_ number: Int32) -> AuthError {
        AuthError(
            .storeUnavailable, origin: .store,
            message:
                "The signal file \(path) cannot be touched. The system reports: \(String(cString: strerror(number))).",
            remedy: "Check the owner and mode of file and directory; other programs may not see the last change yet.")
    }
}

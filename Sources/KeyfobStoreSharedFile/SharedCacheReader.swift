import KeyfobBackport
import KeyfobCache
import KeyfobCore

/// Reads a shared cache, and keeps the parsed contents: nothing is read again as long as the stamp is the same.
final class SharedCacheReader: Sendable {
    /// The parsed bytes of one read.
    struct Version: Sendable {
        let stamp: SharedCacheStamp?
        let bytes: [UInt8]?
        let form: SharedCachePayload
        let contents: SharedCacheContents
    }

    /// The seconds between two reads of a document that another program is writing.
    private static let pauses = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1]
    /// The seconds after which an incomplete document counts as damaged; MSAL Python gives up after 1.5.
    private static let patience = 2.0

    private let persistence: any SharedCachePersistence
    private let authority: String?
    private let pause: @Sendable (Double) -> Void
    private let last = Mutex<Version?>(nil)

    init(
        _ persistence: any SharedCachePersistence, authority: String?, pause: @escaping @Sendable (Double) -> Void
    ) {
        self.persistence = persistence
        self.authority = authority
        self.pause = pause
    }

    /// The present contents.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable` if the cache is not a complete document, and
    ///   does not become one in time.
    func current() throws(AuthError) -> SharedCacheContents {
        let stamp = try persistence.stamp()
        if let last = last.withLock({ $0 }), last.stamp?.words == stamp?.words, last.stamp?.isSettled ?? true {
            return last.contents
        }
        return try read(stamp).contents
    }

    /// Reads the cache whatever its stamp: a change must be based on the present bytes.
    func fresh() throws(AuthError) -> Version { try read(persistence.stamp()) }

    private func read(_ stamp: SharedCacheStamp?) throws(AuthError) -> Version {
        var stamp = stamp
        var waited = 0.0
        var attempt = 0
        while true {
            let bytes = try persistence.read()
            let problem: SharedCacheSyntaxError?
            do throws(SharedCacheSyntaxError) {
                if let version = try take(bytes, stamp) { return version }
                problem = nil
            } catch {
                problem = error
            }
            guard waited < Self.patience else { throw .unreadable(persistence.location, problem) }
            let next = Self.pauses[min(attempt, Self.pauses.count - 1)]
            pause(next)
            waited += next
            attempt += 1
            stamp = try persistence.stamp()
        }
    }

    /// Parses the bytes; returns nil if an existing cache is empty, as while others begin to write.
    private func take(_ bytes: [UInt8]?, _ stamp: SharedCacheStamp?) throws(SharedCacheSyntaxError) -> Version? {
        let known = last.withLock { $0 }
        let version: Version
        if let known, known.bytes == bytes {
            version = Version(stamp: stamp, bytes: bytes, form: known.form, contents: known.contents)
        } else if let bytes {
            guard bytes.contains(where: { !($0 == 0x20 || (0x09...0x0D).contains($0)) }) else { return nil }
            let (json, form) = SharedCachePayload.unwrap(bytes)
            let document = try SharedCacheDocument(parsing: json)
            version = Version(
                stamp: stamp, bytes: bytes, form: form,
                contents: SharedCacheContents(document, authority: authority, previous: known?.contents))
        } else {
            version = Version(
                stamp: nil, bytes: nil, form: .plain,
                contents: SharedCacheContents(SharedCacheDocument(), authority: authority, previous: known?.contents))
        }
        last.withLock { $0 = version }
        return version
    }
}

package import KeyfobCache
package import KeyfobCore

/// A shared token cache in the desktop's keyring, with the files that coordinate the libraries of the MSAL family: the
/// signal file, touched after each change, and the lock file.
///
/// The document is passed as JSON text, whatever the form of the item.
package struct SecretServiceCache: SharedCachePersistence {
    private let item: SecretServiceItem
    private let signal: SignalFile
    /// The item's name and schema.
    package let location: String

    /// Names a cache; loads, connects and makes nothing yet.
    ///
    /// - Parameters:
    ///   - schema: the schema of the cache's library.
    ///   - signalPath: the absolute path of the signal file, which the library calls the cache's location.
    ///   - environment: contains `DBUS_SESSION_BUS_ADDRESS` or `XDG_RUNTIME_DIR`.
    /// - Throws: ``KeyfobCore/AuthError`` with code `configuration` if the path is not absolute.
    package init(
        _ schema: SharedCacheSchema, signalPath: String, environment: [String: String]
    ) throws(AuthError) {
        guard signalPath.hasPrefix("/"), !signalPath.hasSuffix("/") else {
            throw .configuration(
                "The signal file's path is not absolute: \(signalPath)", remedy: "Use an absolute path.")
        }
        item = SecretServiceItem(schema, environment: environment)
        signal = SignalFile(path: signalPath)
        location = "the keyring's item \(schema.label) (\(schema.name))"
    }

    /// The path of the signal file with the suffix `.lockfile`.
    package var lockPath: String { signal.path + ".lockfile" }

    /// A value that changes with the signal file. Without that file changes are not signalled, and no stamp is settled.
    package func stamp() throws(AuthError) -> SharedCacheStamp? {
        signal.stamp() ?? SharedCacheStamp(words: [], isSettled: false)
    }

    /// The document; nil if there is no item.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeLocked` if the keyring cannot be reached or is locked,
    ///   `storeUnavailable` if the item contains no cache.
    package func read() throws(AuthError) -> [UInt8]? { try item.read() }

    /// Replaces the document, and then touches the signal file.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` as ``read()`` does, and `storeUnavailable` if the signal file cannot be
    ///   touched: the item has been written then, but others may not see it yet.
    package func write(_ bytes: [UInt8]) throws(AuthError) {
        try item.write(bytes)
        try signal.touch()
    }
}

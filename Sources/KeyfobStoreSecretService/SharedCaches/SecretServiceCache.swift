public import KeyfobCache
public import KeyfobCore

/// A shared token cache in the desktop's keyring, with the files beside it by which the libraries of the MSAL family
/// keep out of each other's way: the signal file, touched after each change, and the lock file.
///
/// The document is handed over as JSON text, in whichever form the item has it.
public struct SecretServiceCache: SharedCachePersistence {
    private let item: SecretServiceItem
    private let signal: SignalFile
    /// The item's name and schema.
    public let location: String

    /// Names a cache; nothing is loaded, connected or made yet.
    ///
    /// - Parameters:
    ///   - schema: whose cache.
    ///   - signalPath: the absolute path of the signal file, which that library calls the cache's location.
    ///   - environment: where `DBUS_SESSION_BUS_ADDRESS` and `XDG_RUNTIME_DIR` are looked up.
    /// - Throws: ``KeyfobCore/AuthError`` with code `configuration` if the path is not absolute.
    public init(
        _ schema: SharedCacheSchema, signalPath: String, environment: [String: String]
    ) throws(AuthError) {
        guard signalPath.hasPrefix("/"), !signalPath.hasSuffix("/") else {
            throw .configuration(
                "The signal file's path is not absolute: \(signalPath)", remedy: "Name a file from / on.")
        }
        item = SecretServiceItem(schema, environment: environment)
        signal = SignalFile(path: signalPath)
        location = "the keyring's item \(schema.label) (\(schema.name))"
    }

    /// The signal file's path with `.lockfile` behind it.
    public var lockPath: String { signal.path + ".lockfile" }

    /// A value that changes with the signal file. While there is none, nobody tells of changes, and nothing is sure.
    public func stamp() throws(AuthError) -> SharedCacheStamp? {
        signal.stamp() ?? SharedCacheStamp(words: [], isSettled: false)
    }

    /// The document; nil if there is no item.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeLocked` if the keyring is out of reach or locked,
    ///   `storeUnavailable` if what is there is no cache.
    public func read() throws(AuthError) -> [UInt8]? { try item.read() }

    /// Replaces the document, and then touches the signal file.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` as ``read()`` does, and `storeUnavailable` if the signal file cannot be
    ///   touched: the item is written then, and others may not see it yet.
    public func write(_ bytes: [UInt8]) throws(AuthError) {
        try item.write(bytes)
        try signal.touch()
    }
}

import KeyfobCore
import KeyfobSQLite

/// The source of a store's reads: its database, or an in-memory copy of it where nothing can be written.
enum StoreBacking: Sendable {
    case open(OpenStore)
    case picture(PicturedStore)

    /// Opens the database, or copies it into memory if it exists and only cannot be written.
    ///
    /// - Throws: ``AuthError`` as ``StoreContext`` does, or the actual problem if the directory cannot be written.
    init(
        home: String, keyring: StoreKeyring, makesKey: Bool, vigilance: UInt64,
        hook: @escaping @Sendable (StoreTestPoint) -> Void
    ) throws(AuthError) {
        let directory = StoreContext.directory(home: home, group: keyring.group)
        let open: @Sendable () throws(AuthError) -> OpenStore = { () throws(AuthError) in
            do throws(AuthError) {
                let context = try StoreContext(home: home, keyring: keyring, makesKey: makesKey, vigilance: vigilance)
                return try OpenStore(context, hook: hook)
            } catch {
                throw error.namingWritingProblem(in: directory)
            }
        }
        do throws(AuthError) {
            self = .open(try open())
        } catch {
            let path = "\(directory)/\(StoreContext.databaseName)"
            guard error.refusesWriting,
                let picture = try? PicturedStore(path: path, keyring: keyring, reopen: open)
            else { throw error }
            self = .picture(picture)
        }
    }

    /// Whether the database has a key: a store without one has had no sign-in, and is never copied.
    var hasKey: Bool {
        switch self {
        case .open(let store): store.context.hasKey
        case .picture: true
        }
    }
}

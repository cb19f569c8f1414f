import KeyfobCore
import KeyfobSQLite

/// What a store is read from: its database, or where nothing can be written a picture of it.
enum StoreBacking: Sendable {
    case open(OpenStore)
    case picture(PicturedStore)

    /// Opens the database, or takes a picture where it is there and only cannot be written.
    ///
    /// - Throws: ``AuthError`` as ``StoreContext`` does, with the true reason where nothing can be written.
    init(
        home: String, keyring: StoreKeyring, makesKey: Bool, vigilance: UInt64,
        hook: @escaping @Sendable (StoreStage) -> Void
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

    /// Whether the database has a key: a store without one has had no sign-in, and no picture is taken of it.
    var hasKey: Bool {
        switch self {
        case .open(let store): store.context.hasKey
        case .picture: true
        }
    }
}

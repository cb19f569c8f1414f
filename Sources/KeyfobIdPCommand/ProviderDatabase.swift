#if Server
import ArgumentParser
import Foundation
import KeyfobCore
import KeyfobIdPModel
import KeyfobIdPStorePostgreSQL
import KeyfobIdPStoreSQLite
import KeyfobPostgreSQL

/// Where a provider's data is.
enum ProviderDatabase: Sendable, Hashable {
    /// In the SQLite database of a data directory.
    case directory(DataDirectory)
    /// In a PostgreSQL database, which other nodes may share.
    case postgreSQL(PostgreSQLAddress)

    /// Reads an argument: the address of a PostgreSQL database, or a data directory.
    init(argument: String) throws(AuthError) {
        guard PostgreSQLAddress.isAddress(argument) else {
            self = .directory(DataDirectory(path: argument))
            return
        }
        #if PostgreSQL
        self = .postgreSQL(try PostgreSQLAddress(argument, environment: ProcessInfo.processInfo.environment))
        #else
        throw .configuration(
            "This keyfob-idp was built without PostgreSQL.",
            remedy: "Build it with the package trait PostgreSQL: 'make build' does.")
        #endif
    }

    /// Opens the store. The caller holds the lock of a data directory.
    func open() async throws -> any IdPStore {
        switch self {
        case .directory(let directory):
            let store = try SQLiteIdPStore(directory: directory.path)
            if let aside = store.setAside {
                ProviderOutput.warn(
                    "keyfob-idp: the database was damaged. It is kept as \(aside), and a new one was created.\n")
            }
            return store
        case .postgreSQL(let address):
            #if PostgreSQL
            return try await PostgreSQLIdPStore.open(address)
            #else
            throw AuthError.configuration("This keyfob-idp was built without PostgreSQL, and cannot use \(address).")
            #endif
        }
    }
}

/// The option for the database.
struct DatabaseOption: ParsableArguments {
    @Option(
        name: .customLong("database"),
        help: ArgumentHelp(
            "A PostgreSQL database for the data, which several nodes can share; default: SQLite in the data directory.",
            discussion: """
                postgresql://user@host:5432/database, or postgresql:///database for this machine. The password comes \
                from PGPASSWORD, ~/.pgpass or the file that passfile= names. A server on another machine is verified \
                (sslmode=verify-full). See docs/postgresql.md.
                """, valueName: "address"))
    var address: String?

    func validate() throws {
        guard let address else { return }
        guard PostgreSQLAddress.isAddress(address) else {
            throw ValidationError("--database is an address that begins with postgresql://.")
        }
    }

    /// The chosen database.
    func database(in directory: DataDirectory) throws(AuthError) -> ProviderDatabase {
        guard let address else { return .directory(directory) }
        return try ProviderDatabase(argument: address)
    }
}
#endif

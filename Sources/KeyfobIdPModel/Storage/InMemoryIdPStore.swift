import KeyfobBackport

/// A store in memory, which ends with the process: for tests, and for providers without persistent data.
package final class InMemoryIdPStore: IdPStore {
    private let tables: Mutex<InMemoryTables>

    /// Makes an empty store.
    package init() { tables = Mutex(InMemoryTables()) }

    /// Makes a store with the present content of another one.
    package init(copying other: InMemoryIdPStore) { tables = Mutex(other.tables.withLock { $0 }) }

    /// Runs a body on a copy of the tables, which replaces them if the body does not throw.
    package func transaction<R: Sendable>(
        _ body: @escaping @Sendable (any IdPTransaction) throws -> R
    ) async throws -> R {
        try tables.withLock { tables in
            let transaction = InMemoryTransaction(tables)
            let result = try body(transaction)
            tables = transaction.tables
            return result
        }
    }
}

/// The rows, by aggregate; insertion order is kept where the ports promise it.
struct InMemoryTables: Sendable {
    struct ConsentKey: Hashable {
        let tenantID: String
        let userID: String
        let clientID: String
    }

    var version: Int64 = 1
    var tenants: [Tenant] = []
    var applications: [Application] = []
    var users: [String: User] = [:]
    var userOrder: [String] = []
    var userNames: [String: String] = [:]
    var lockouts: [String: Lockout] = [:]
    var consents: [ConsentKey: [Consent]] = [:]
    var sessions: [[UInt8]: BrowserSession] = [:]
    var pending: [[UInt8]: PendingSignIn] = [:]
    var codes: [[UInt8]: AuthorizationCodeGrant] = [:]
    var refreshTokens: [[UInt8]: RefreshTokenGrant] = [:]
    var refreshTokenOrder: [[UInt8]: Int] = [:]
    var lastRefreshToken = 0
    var deviceCodes: [[UInt8]: DeviceCodeGrant] = [:]
    var signingKeys: [StoredSigningKey] = []
    var log: [SignInLogEntry] = []
    var lastSequence: Int64 = 0
    var logSize: Int64 = 0
    var clockOffset: Int64 = 0
    var forcedErrors: [ForcedError] = []
    var files: [StoredFile] = []
    var nonces: [[UInt8]: Int64] = [:]
    var directoryObjects: [DirectoryObject] = []
    var devices: [RegisteredDevice] = []
    var primaryRefreshTokens: [[UInt8]: PrimaryRefreshTokenGrant] = [:]
    var factors: [String: UserFactors] = [:]
    var appEnrollments: [AppEnrollment] = []
    var deletedItems: [DeletedItem] = []
}

/// A transaction over a copy of the tables. A class, because the ports' writes do not mutate the transaction itself.
final class InMemoryTransaction: IdPTransaction {
    var tables: InMemoryTables

    init(_ tables: InMemoryTables) { self.tables = tables }
}

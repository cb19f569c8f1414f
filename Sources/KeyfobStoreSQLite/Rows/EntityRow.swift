import GRDB
import KeyfobCache
import KeyfobCore

/// An entity's members that are not sealed, as the table `entity` has them.
struct EntityRow: Sendable {
    var home: String
    var name: String
    var kind: String
    var environment: String?
    var client: String?
    var realm: String?
    var target: String?
    var type: String?
    var family: String?
    var localAccount: String?
    var username: String?
    var app: String?
    var claims: String?
    var cachedAt: Int64?
    var expiresOn: Int64?
    var extendedExpiresOn: Int64?
    var refreshOn: Int64?

    static let columns = """
        e.name, e.kind, e.environment, e.client, e.realm, e.target, e.type, e.family, e.local_account, e.username, \
        e.app, e.claims, e.cached_at, e.expires_on, e.extended_expires_on, e.refresh_on
        """

    /// Reads a row that selects ``columns`` from the index `first` on.
    init(home: String, _ row: Row, first: Int = 0) {
        self.home = home
        name = row[first]
        kind = row[first + 1]
        environment = row[first + 2]
        client = row[first + 3]
        realm = row[first + 4]
        target = row[first + 5]
        type = row[first + 6]
        family = row[first + 7]
        localAccount = row[first + 8]
        username = row[first + 9]
        app = row[first + 10]
        claims = row[first + 11]
        cachedAt = row[first + 12]
        expiresOn = row[first + 13]
        extendedExpiresOn = row[first + 14]
        refreshOn = row[first + 15]
    }

    /// The values in the order of ``columns``.
    var values: [(any DatabaseValueConvertible)?] {
        [
            name, kind, environment, client, realm, target, type, family, localAccount, username, app, claims,
            cachedAt, expiresOn, extendedExpiresOn, refreshOn,
        ]
    }
}

import GRDB
import KeyfobCache
import KeyfobCore

/// An entity's members that are not sealed, as the table `entity` has them. An object, since so many strings are costly
/// to copy, and the closure that opens the entity's contents keeps it.
final class EntityRow: Sendable {
    let home: String
    let name: String
    let kind: String
    let environment: String?
    let client: String?
    let realm: String?
    let target: String?
    let type: String?
    let family: String?
    let localAccount: String?
    let username: String?
    let app: String?
    let claims: String?
    let cachedAt: Int64?
    let expiresOn: Int64?
    let extendedExpiresOn: Int64?
    let refreshOn: Int64?

    static let columns = """
        e.name, e.kind, e.environment, e.client, e.realm, e.target, e.type, e.family, e.local_account, e.username, \
        e.app, e.claims, e.cached_at, e.expires_on, e.extended_expires_on, e.refresh_on
        """

    /// Makes a row of its members.
    init(
        home: String, name: String, kind: String, environment: String? = nil, client: String? = nil,
        realm: String? = nil, target: String? = nil, type: String? = nil, family: String? = nil,
        localAccount: String? = nil, username: String? = nil, app: String? = nil, claims: String? = nil,
        cachedAt: Int64? = nil, expiresOn: Int64? = nil, extendedExpiresOn: Int64? = nil, refreshOn: Int64? = nil
    ) {
        (self.home, self.name, self.kind) = (home, name, kind)
        (self.environment, self.client, self.realm) = (environment, client, realm)
        (self.target, self.type, self.family) = (target, type, family)
        (self.localAccount, self.username, self.app, self.claims) = (localAccount, username, app, claims)
        (self.cachedAt, self.expiresOn) = (cachedAt, expiresOn)
        (self.extendedExpiresOn, self.refreshOn) = (extendedExpiresOn, refreshOn)
    }

    /// Reads a row that selects ``columns`` from the index `first` on.
    ///
    /// - Parameter neighbour: another row of the account, whose strings it shares where they are the same.
    init(home: String, _ row: StatementRow, first: Int, neighbour: EntityRow?) {
        self.home = home
        // Never nil in a sound row; a damaged one must not end the process, and its seal does not open.
        name = row.text(first) ?? ""
        kind = row.text(first + 1) ?? ""
        environment = row.text(first + 2, likely: neighbour?.environment)
        client = row.text(first + 3, likely: neighbour?.client)
        realm = row.text(first + 4, likely: neighbour?.realm)
        target = row.text(first + 5)
        type = row.text(first + 6)
        family = row.text(first + 7)
        localAccount = row.text(first + 8)
        username = row.text(first + 9)
        app = row.text(first + 10)
        claims = row.text(first + 11)
        cachedAt = row.integer(first + 12)
        expiresOn = row.integer(first + 13)
        extendedExpiresOn = row.integer(first + 14)
        refreshOn = row.integer(first + 15)
    }

    /// The values in the order of ``columns``.
    var values: [(any DatabaseValueConvertible)?] {
        [
            name, kind, environment, client, realm, target, type, family, localAccount, username, app, claims,
            cachedAt, expiresOn, extendedExpiresOn, refreshOn,
        ]
    }
}

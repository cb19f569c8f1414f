import GRDB
import KeyfobCache
import KeyfobCore
import KeyfobSQLite

/// The members of an entity that are not sealed, as stored in the table `entity`. A class, since so many strings are
/// costly to copy, and the closure that opens the entity's contents retains it.
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
    /// For a known kind, reads only the columns that the kind uses: the others are NULL, and fetching them would cost
    /// more than reading these. A value in another column is ignored.
    ///
    /// - Parameter neighbour: another row of the account, whose equal strings are shared.
    init(home: String, _ row: StatementRow, first: Int, neighbour: EntityRow? = nil) {
        self.home = home
        // Not NULL in a sound row. A damaged one must not end the process; its seal does not open.
        name = row.text(first) ?? ""
        kind = row.text(first + 1, likely: neighbour?.kind) ?? ""
        let known = CredentialKind(rawValue: kind)
        let isAccess = known == .accessToken
        let isUser = known == .account
        let isState = known == .signInState
        let isOther = !isAccess && !isUser && !isState && ![.refreshToken, .idToken, .appMetadata].contains(known)
        environment = isState ? nil : row.text(first + 2, likely: neighbour?.environment)
        client = isUser ? nil : row.text(first + 3, likely: neighbour?.client)
        realm = isAccess || isUser || isOther || known == .idToken ? row.text(first + 4, likely: neighbour?.realm) : nil
        target = isAccess || isOther ? row.text(first + 5) : nil
        type = isAccess || isUser || isState || isOther ? row.text(first + 6) : nil
        family = isOther || known == .refreshToken || known == .appMetadata ? row.text(first + 7) : nil
        localAccount = isUser || isOther ? row.text(first + 8) : nil
        username = isUser || isOther ? row.text(first + 9) : nil
        app = isState || isOther ? row.text(first + 10) : nil
        claims = isAccess || isOther ? row.text(first + 11) : nil
        cachedAt = isAccess || isOther ? row.integer(first + 12) : nil
        expiresOn = isAccess || isOther ? row.integer(first + 13) : nil
        extendedExpiresOn = isAccess || isOther ? row.integer(first + 14) : nil
        refreshOn = isAccess || isOther ? row.integer(first + 15) : nil
    }

    /// Binds the values, in the order of ``columns``, from the index `first` on.
    func bind(to statement: PreparedStatement, from first: Int32) throws {
        var index = first
        let texts = [
            name, kind, environment, client, realm, target, type, family, localAccount, username, app, claims,
        ]
        for text in texts {
            try statement.bind(text, at: index)
            index += 1
        }
        for number in [cachedAt, expiresOn, extendedExpiresOn, refreshOn] {
            try statement.bind(number, at: index)
            index += 1
        }
    }

    /// Whether another row of the same account has the same members, so that only the sealed contents can differ.
    func says(_ other: EntityRow) -> Bool {
        name == other.name && kind == other.kind && environment == other.environment && client == other.client
            && realm == other.realm && target == other.target && type == other.type && family == other.family
            && localAccount == other.localAccount && username == other.username && app == other.app
            && claims == other.claims && cachedAt == other.cachedAt && expiresOn == other.expiresOn
            && extendedExpiresOn == other.extendedExpiresOn && refreshOn == other.refreshOn
    }
}

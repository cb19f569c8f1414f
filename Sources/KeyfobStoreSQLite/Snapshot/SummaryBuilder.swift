import KeyfobCache
import KeyfobSQLite

/// Builds summaries from rows that are ordered by account.
struct SummaryBuilder {
    private var home: String?
    private var profiles: [AccountSummary.Profile] = []
    private var refreshTokens: [AccountSummary.RefreshTokenOwner] = []
    private var states: [AccountSummary.AppState] = []

    /// Adds a row of home, kind, environment, realm, local account, username, client, family, app, type.
    mutating func add(_ row: StatementRow, _ body: (AccountSummary) -> Void) {
        guard let home = row.text(0, likely: self.home) else { return }
        if home != self.home {
            finish(body)
            self.home = home
        }
        switch row.text(1).flatMap(CredentialKind.init(rawValue:)) {
        case .account:
            guard let environment = row.text(2), let realm = row.text(3), let local = row.text(4) else { return }
            profiles.append(
                AccountSummary.Profile(
                    environment: environment, realm: realm, localAccountID: local, username: row.text(5) ?? ""))
        case .refreshToken:
            guard let client = row.text(6) else { return }
            refreshTokens.append(AccountSummary.RefreshTokenOwner(clientID: client, familyID: row.text(7)))
        default:
            guard let client = row.text(6), let app = row.text(8), let type = row.text(9),
                let state = SignInStateEntity.State(rawValue: type)
            else { return }
            states.append(AccountSummary.AppState(clientID: client, app: app, state: state))
        }
    }

    /// Passes the last account to `body`.
    mutating func finish(_ body: (AccountSummary) -> Void) {
        if let home {
            body(
                AccountSummary(
                    homeAccountID: home, profiles: profiles, refreshTokens: refreshTokens, states: states))
        }
        home = nil
        profiles = []
        refreshTokens = []
        states = []
    }
}

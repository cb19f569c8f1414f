import GRDB
import KeyfobCache

/// Gathers the rows of one account after the other into summaries.
struct SummaryBuilder {
    private var home: String?
    private var profiles: [AccountSummary.Profile] = []
    private var refreshTokens: [AccountSummary.RefreshTokenOwner] = []
    private var states: [AccountSummary.AppState] = []

    /// Takes a row of home, kind, environment, realm, local account, username, client, family, app, type.
    mutating func add(_ row: Row, _ body: (AccountSummary) -> Void) {
        let home: String = row[0]
        if home != self.home {
            finish(body)
            self.home = home
        }
        switch CredentialKind(rawValue: row[1]) {
        case .account:
            guard let environment: String = row[2], let realm: String = row[3], let local: String = row[4] else {
                return
            }
            profiles.append(
                AccountSummary.Profile(
                    environment: environment, realm: realm, localAccountID: local, username: row[5] ?? ""))
        case .refreshToken:
            guard let client: String = row[6] else { return }
            refreshTokens.append(AccountSummary.RefreshTokenOwner(clientID: client, familyID: row[7]))
        default:
            guard let client: String = row[6], let app: String = row[8], let type: String = row[9],
                let state = SignInStateEntity.State(rawValue: type)
            else { return }
            states.append(AccountSummary.AppState(clientID: client, app: app, state: state))
        }
    }

    /// Shows the last account.
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

import KeyfobCore

/// The user's consent that an app uses an account: requested once per app and account or, over URLs whose sender the
/// device does not report, once per key that the app has responses encrypted with.
struct AppConsent: Sendable, Hashable {
    /// ``RequestingApp/owner``
    var app: String
    var clientID: String
    var homeAccountID: String
    /// The host of the account's provider: another provider may use the same identifiers.
    var environment: String
    /// The thumbprint of the key that responses are encrypted with; nil for the single sign-on extension.
    var keyThumbprint: String?

    init(app: String, clientID: String, account: VaultAccount, keyThumbprint: String?) {
        self.init(
            app: app, clientID: clientID, homeAccountID: account.homeAccountID,
            environment: account.environment, keyThumbprint: keyThumbprint)
    }

    private init(
        app: String, clientID: String, homeAccountID: String, environment: String, keyThumbprint: String?
    ) {
        self.app = app
        self.clientID = clientID.lowercased()
        self.homeAccountID = homeAccountID.lowercased()
        self.environment = environment
        self.keyThumbprint = keyThumbprint
    }

    /// Returns whether the consent is about an account.
    func isAbout(_ account: VaultAccount) -> Bool {
        homeAccountID == account.homeAccountID && environment == account.environment
    }
}

extension AppConsent {
    var json: JSONValue { .strings([app, clientID, homeAccountID, environment, keyThumbprint ?? ""]) }

    /// Whether the consent belongs to a provider's account and to one app: to a team and a bundle id, or over URLs to a
    /// key. Older vaults have others; they are dropped, and the user is asked again.
    var isBound: Bool { !environment.isEmpty && (keyThumbprint != nil || app.contains("/")) }

    /// Reads the output of ``json``.
    init?(json: JSONValue) {
        let parts = (json.arrayValue ?? []).compactMap(\.stringValue)
        guard parts.count == 5 || parts.count == 3 else { return nil }
        self.init(
            app: parts[0], clientID: parts[1], homeAccountID: parts[2],
            environment: parts.count == 5 ? parts[3] : "",
            keyThumbprint: parts.count == 5 && !parts[4].isEmpty ? parts[4] : nil)
    }
}

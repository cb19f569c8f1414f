import KeyfobCore

/// That a person let an app use an account: asked once for each app and account or, over URLs whose sender the device does
/// not tell, once for each key that the app has answers encrypted with.
struct AppConsent: Sendable, Hashable {
    /// ``RequestingApp/owner``
    var app: String
    var clientID: String
    var homeAccountID: String
    /// The host of the account's provider: another one may use the same identifiers.
    var environment: String
    /// The thumbprint of the key that answers are encrypted with; nil if it came through the single sign-on extension.
    var keyThumbprint: String?

    init(app: String, clientID: String, account: HeldAccount, keyThumbprint: String?) {
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

    /// Whether it is about an account.
    func isAbout(_ account: HeldAccount) -> Bool {
        homeAccountID == account.homeAccountID && environment == account.environment
    }
}

extension AppConsent {
    var json: JSONValue { .strings([app, clientID, homeAccountID, environment, keyThumbprint ?? ""]) }

    /// Reads what ``json`` wrote. A consent of a vault that did not say whose account it was is about none: the person is
    /// asked again.
    init?(json: JSONValue) {
        let parts = (json.arrayValue ?? []).compactMap(\.stringValue)
        guard parts.count == 5 || parts.count == 3 else { return nil }
        self.init(
            app: parts[0], clientID: parts[1], homeAccountID: parts[2],
            environment: parts.count == 5 ? parts[3] : "",
            keyThumbprint: parts.count == 5 && !parts[4].isEmpty ? parts[4] : nil)
    }
}

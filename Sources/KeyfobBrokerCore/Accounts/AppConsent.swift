import KeyfobCore

/// That a person let an app use an account: asked once for each app and account.
struct AppConsent: Sendable, Hashable {
    var bundleID: String
    var clientID: String
    var homeAccountID: String

    init(bundleID: String, clientID: String, homeAccountID: String) {
        self.bundleID = bundleID
        self.clientID = clientID.lowercased()
        self.homeAccountID = homeAccountID.lowercased()
    }
}

extension AppConsent {
    var json: JSONValue { .strings([bundleID, clientID, homeAccountID]) }

    init?(json: JSONValue) {
        let parts = (json.arrayValue ?? []).compactMap(\.stringValue)
        guard parts.count == 3 else { return nil }
        self.init(bundleID: parts[0], clientID: parts[1], homeAccountID: parts[2])
    }
}

/// Whether one app is signed in to one account. With it an account can be removed from one app only.
///
/// Apps with one client id share its credentials, and each has its own state.
package struct SignInStateEntity: Sendable {
    /// The stored states; without an entity the app has never received a token for the account.
    package enum State: String, Sendable, Hashable {
        /// The app received a token.
        case signedIn = "signed_in"
        /// The account was removed in this app.
        case signedOut = "signed_out"
    }

    /// The account (`home_account_id`), in lower case.
    package let homeAccountID: String
    /// `client_id`
    package let clientID: String
    /// The app: its bundle id, or else its redirect URI.
    package let app: String
    /// The state.
    package let state: State
    /// Unknown members; there is no secret.
    package let contents: CredentialContents

    /// Makes an entity.
    package init(
        homeAccountID: String, clientID: String, app: String, state: State,
        contents: CredentialContents = CredentialContents(secret: nil)
    ) {
        self.homeAccountID = homeAccountID.identifierInLowerCase
        self.clientID = clientID
        self.app = app
        self.state = state
        self.contents = contents
    }

    /// The entity's identity: one for each client and app. The app keeps its letter case, since redirect URIs are
    /// case-sensitive.
    package var key: CredentialKey {
        CredentialKey(homeAccountID: homeAccountID, name: "signinstate-\(clientID.lowercased())-\(app)")
    }
}

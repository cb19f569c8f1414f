/// Whether one app is signed in to one account: what makes removal narrow.
///
/// Apps of one client id share its credentials, and each has a state of its own here.
public struct SignInStateEntity: Sendable {
    /// The two states that are written; no entity means that the app never got a token for the account.
    public enum State: String, Sendable, Hashable {
        /// The app got a token, by whatever path.
        case signedIn = "signed_in"
        /// The account was removed in this app.
        case signedOut = "signed_out"
    }

    /// Whose state it is (`home_account_id`), in lower case.
    public let homeAccountID: String
    /// `client_id`
    public let clientID: String
    /// The app: its bundle id, or else its redirect URI.
    public let app: String
    /// The state.
    public let state: State
    /// Members that this version does not know; there is no secret.
    public let contents: CredentialContents

    /// Makes an entity of its members.
    public init(
        homeAccountID: String, clientID: String, app: String, state: State,
        contents: CredentialContents = CredentialContents(secret: nil)
    ) {
        self.homeAccountID = homeAccountID.identifierInLowerCase
        self.clientID = clientID
        self.app = app
        self.state = state
        self.contents = contents
    }

    /// The entity's identity: one per client and app. The app keeps its letter case: redirect URIs differ by it.
    public var key: CredentialKey {
        CredentialKey(homeAccountID: homeAccountID, name: "signinstate-\(clientID.lowercased())-\(app)")
    }
}

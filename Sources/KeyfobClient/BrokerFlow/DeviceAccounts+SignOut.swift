import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth

extension DeviceAccounts {
    /// Signs an account out at the broker too: of this app, or on a shared device of every app.
    ///
    /// - Returns: whether a broker has signed the account out.
    /// - Throws: `AuthError` if the broker fails.
    func signOutOfBroker(
        _ account: Account, _ parameters: SignOutParameters, _ correlationID: String
    ) async throws(AuthError) -> Bool {
        guard let access = environment.broker else { return false }
        let authority = parameters.authority ?? configuration.authority
        let route = try await routing.brokerRoute(nil, at: authority, mayInteract: false)
        guard route.steps.first == .singleSignOn else { return false }
        var removal = SingleSignOnRemoval(
            clientID: configuration.clientID, homeAccountID: account.knownIdentifier, username: account.username)
        removal.redirectURI = configuration.redirectURI.value
        removal.authority = authority.description
        removal.signsOutOfBrowser = parameters.fromBrowser
        removal.wipesAccount = parameters.wipesAccount
        removal.wipesAllAccounts = parameters.wipesAllAccounts
        let request = SingleSignOnRequest(.signOut(removal), correlationID: correlationID, app: access.app)
        switch await access.ask(request, at: authority) {
        case .reply(let reply):
            guard case .failure(let failure) = reply.content else { return true }
            throw failure.authError(correlationID: correlationID, during: .interactive)
        case .notHandled: return false
        case .failure(let error): throw error
        }
    }
}

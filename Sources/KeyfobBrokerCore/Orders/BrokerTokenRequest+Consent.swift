import KeyfobBrokerProtocol
import KeyfobCore

extension BrokerTokenRequest {
    /// Returns whether this app may use an account without the user being asked.
    ///
    /// Over a URL whose sender the device does not report, the bundle id is only the redirect URI's: an app that
    /// catches the responses to it would get what the user let another app have. The application token that the broker
    /// issued with its last response, which only the holder of the app's key could read, proves that it is the same
    /// app. It counts for the accounts that were selected or confirmed with that key, since any app can get a response
    /// about another one.
    func isLet(to account: VaultAccount, in state: BrokerState) -> Bool {
        guard !app.isVerified else { return true }
        guard channel == .url else { return state.hasConsent(self, account) }
        return isKnownApp && state.consents.contains(consent(to: account))
    }
}

extension BrokerState {
    func hasConsent(_ order: BrokerTokenRequest, _ account: VaultAccount) -> Bool {
        let wanted = order.consent(to: account)
        return consents.contains {
            $0.app == wanted.app && $0.clientID == wanted.clientID && $0.isAbout(account)
        }
    }
}

package import KeyfobCore

extension CredentialRules {
    /// The accounts of an app: those for which its client has or shares a refresh token, or to which it is signed in,
    /// except those that were removed in this app.
    ///
    /// Listing unseals nothing, so the tenant profiles contain no claims; ``account(homeAccountID:clientID:app:in:)``
    /// returns them.
    ///
    /// - Parameters:
    ///   - store: the store.
    ///   - clientID: the client.
    ///   - app: the app's bundle id, or else its redirect URI.
    ///   - onlySignedIn: false also lists accounts of other clients of the store, for which this client has no tokens
    ///     yet; never accounts that were removed in this app.
    /// - Throws: ``AuthError`` with code `storeUnavailable`.
    package static func accounts(
        in store: any CredentialReading, clientID: String, app: String, onlySignedIn: Bool = true
    ) throws(AuthError) -> [Account] {
        var accounts: [Account] = []
        let mayUseFamily = try clientMayUseFamily(clientID, in: store)
        try store.forEachAccount { summary in
            let own = summary.states.first { $0.app == app && $0.clientID.isSameIdentifier(as: clientID) }
            let isListed =
                isVisible(summary, clientID: clientID, app: app, mayUseFamily: mayUseFamily)
                || (!onlySignedIn && own?.state != .signedOut)
            guard isListed else { return }
            if let account = summary.account { accounts.append(account) }
        }
        return accounts.sorted { ($0.username ?? "", $0.identifier) < ($1.username ?? "", $1.identifier) }
    }

    /// One account of an app, with its claims; nil if it does not exist, or if
    /// ``accounts(in:clientID:app:onlySignedIn:)`` would not list it.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` or `storeLocked`.
    package static func account(
        homeAccountID: String, clientID: String, app: String, in store: any CredentialReading
    ) throws(AuthError) -> Account? {
        guard !homeAccountID.isEmpty, let partition = try store.partition(homeAccountID: homeAccountID) else {
            return nil
        }
        let mayUseFamily = try clientMayUseFamily(clientID, in: store)
        guard isVisible(AccountSummary(partition), clientID: clientID, app: app, mayUseFamily: mayUseFamily) else {
            return nil
        }
        return try partition.account(clientID: clientID)
    }

    /// The accounts that were removed in an app, and not used by it since.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable`.
    package static func hiddenAccounts(
        in store: any CredentialReading, clientID: String, app: String
    ) throws(AuthError) -> [AccountSummary] {
        var hidden: [AccountSummary] = []
        try store.forEachAccount { summary in
            let own = summary.states.first { $0.app == app && $0.clientID.isSameIdentifier(as: clientID) }
            if own?.state == .signedOut { hidden.append(summary) }
        }
        return hidden
    }

    /// The state of one app; nil if it has never received a token for the account.
    package static func signInState(
        in partition: AccountPartition, clientID: String, app: String
    ) -> SignInStateEntity.State? {
        partition.signInStates.first { $0.app == app && $0.clientID.isSameIdentifier(as: clientID) }?.state
    }

    private static func isVisible(
        _ summary: AccountSummary, clientID: String, app: String, mayUseFamily: Bool
    ) -> Bool {
        let own = summary.states.first { $0.app == app && $0.clientID.isSameIdentifier(as: clientID) }
        if let own { return own.state == .signedIn }
        return summary.refreshTokens.contains {
            $0.familyID == nil ? $0.clientID.isSameIdentifier(as: clientID) : mayUseFamily
        }
    }

    /// Whether a client may use its family's tokens: true unless it is recorded as having no family.
    private static func clientMayUseFamily(
        _ clientID: String, in store: any CredentialReading
    ) throws(AuthError) -> Bool {
        let known = try store.partition(homeAccountID: "")?.appMetadata.filter {
            $0.clientID.isSameIdentifier(as: clientID)
        }
        return known?.isEmpty ?? true || known?.contains { !$0.familyID.isEmpty } == true
    }
}

package import KeyfobCore

extension CredentialKind {
    /// The private key of a client, to which its access tokens are bound; its secret is the key's PEM.
    package static let proofKey = CredentialKind(rawValue: "ProofKey")
    /// The last current account of an app with one account, by which a change is detected.
    package static let currentAccount = CredentialKind(rawValue: "CurrentAccount")
}

/// Records of clients and apps that belong to no account. Other libraries that share the store keep them unchanged.
extension CredentialRules {
    /// The private key to which a client binds its tokens, as PEM; nil if there is none.
    ///
    /// - Throws: ``AuthError`` with code `storeLocked` or `storeUnavailable`.
    package static func proofKey(clientID: String, in store: any CredentialReading) throws(AuthError) -> Secret<String>?
    {
        try record(proofKeyKey(clientID), in: store)?.contents.openUnlessDamaged()?.secret
    }

    /// Stores a client's private key, unless there is one.
    ///
    /// - Returns: the stored key: another process may have been first.
    /// - Throws: ``AuthError`` of the store.
    package static func keepProofKey(
        _ pem: Secret<String>, clientID: String, in transaction: any CredentialTransaction
    ) throws(AuthError) -> Secret<String> {
        if let known = try proofKey(clientID: clientID, in: transaction) { return known }
        try transaction.put(
            .unknown(
                UnknownEntity(
                    kind: .proofKey, key: proofKeyKey(clientID),
                    contents: CredentialContents(secret: pem, unknown: ["client_id": .string(clientID)]))))
        return pem
    }

    /// Deletes a client's private key: tokens that are bound to it can no longer be used.
    ///
    /// - Throws: ``AuthError`` of the store.
    package static func dropProofKey(clientID: String, in transaction: any CredentialTransaction) throws(AuthError) {
        try transaction.delete(proofKeyKey(clientID))
    }

    /// The app's last recorded current account, without tenant profiles; nil if there is no record or there was no
    /// account.
    ///
    /// - Throws: ``AuthError`` with code `storeLocked` or `storeUnavailable`.
    package static func currentAccount(
        clientID: String, app: String, in store: any CredentialReading
    ) throws(AuthError) -> Account? {
        guard
            let members = try record(currentAccountKey(clientID, app), in: store)?.contents
                .openUnlessDamaged()?.unknown,
            let identifier = members["home_account_id"]?.stringValue, !identifier.isEmpty
        else { return nil }
        return Account(
            identifier: identifier, username: members["username"]?.stringValue,
            environment: members["environment"]?.stringValue ?? "")
    }

    /// Records the app's current account; nil records that there is none.
    ///
    /// - Throws: ``AuthError`` of the store.
    package static func noteCurrentAccount(
        _ account: Account?, clientID: String, app: String, in transaction: any CredentialTransaction
    ) throws(AuthError) {
        let key = currentAccountKey(clientID, app)
        guard let account else {
            try transaction.delete(key)
            return
        }
        var members: [String: JSONValue] = [
            "home_account_id": .string(account.identifier), "environment": .string(account.environment),
        ]
        members["username"] = account.username.map { .string($0) }
        try transaction.put(
            .unknown(
                UnknownEntity(
                    kind: .currentAccount, key: key, contents: CredentialContents(secret: nil, unknown: members))))
    }

    /// Deletes all entities of all accounts, for every client and app. Records of clients stay.
    ///
    /// - Throws: ``AuthError`` of the store.
    package static func wipeAll(in transaction: any CredentialTransaction) throws(AuthError) {
        for identifier in try transaction.homeAccountIDs() {
            try wipe(homeAccountID: identifier, in: transaction)
        }
    }

    private static func record(
        _ key: CredentialKey, in store: any CredentialReading
    ) throws(AuthError) -> UnknownEntity? {
        try store.partition(homeAccountID: "")?.unknown.first { $0.key == key }
    }

    private static func proofKeyKey(_ clientID: String) -> CredentialKey {
        CredentialKey(homeAccountID: "", name: "proofkey-\(clientID.lowercased())")
    }

    private static func currentAccountKey(_ clientID: String, _ app: String) -> CredentialKey {
        CredentialKey(homeAccountID: "", name: "currentaccount-\(clientID.lowercased())-\(app)")
    }
}

public import KeyfobCore

extension CredentialKind {
    /// A client's private key that its access tokens are bound to; its secret is the key's PEM.
    public static let proofKey = CredentialKind(rawValue: "ProofKey")
    /// Whom an app's one account was last, so that a change can be told.
    public static let currentAccount = CredentialKind(rawValue: "CurrentAccount")
}

/// What is kept of clients and apps, whoever is signed in. Other libraries that share the store keep it as it is.
extension CredentialRules {
    /// The private key that a client binds its tokens to, as PEM; nil if none was made yet.
    ///
    /// - Throws: ``AuthError`` with code `storeLocked` or `storeUnavailable`.
    public static func proofKey(clientID: String, in store: any CredentialReading) throws(AuthError) -> Secret<String>?
    {
        try record(proofKeyKey(clientID), in: store)?.contents.openUnlessDamaged()?.secret
    }

    /// Keeps a client's private key, unless there is one.
    ///
    /// - Returns: the key that counts from now on: another process may have been first.
    /// - Throws: ``AuthError`` of the store.
    public static func keepProofKey(
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

    /// Deletes a client's private key: no token that is bound to it can be used any more.
    ///
    /// - Throws: ``AuthError`` of the store.
    public static func dropProofKey(clientID: String, in transaction: any CredentialTransaction) throws(AuthError) {
        try transaction.delete(proofKeyKey(clientID))
    }

    /// Whose identifier and name the app's current account had when it was noted last; nil if it never was, or if there
    /// was none then.
    ///
    /// - Throws: ``AuthError`` with code `storeLocked` or `storeUnavailable`.
    public static func currentAccount(
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

    /// Notes the app's current account; nil notes that there is none.
    ///
    /// - Throws: ``AuthError`` of the store.
    public static func noteCurrentAccount(
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

    /// Deletes everything of every account, for every client and app. What is kept of clients stays.
    ///
    /// - Throws: ``AuthError`` of the store.
    public static func wipeAll(in transaction: any CredentialTransaction) throws(AuthError) {
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

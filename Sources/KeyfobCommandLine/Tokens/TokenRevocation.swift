#if Server
package import KeyfobCore

/// How an executable revokes tokens at their provider: `keyfob` becomes `keyfob-signin`, which has the network.
package protocol TokenRevocation: Sendable {
    /// Makes a revocation. `keyfob` does not return.
    ///
    /// - Throws: `AuthError` with code `configuration` if it cannot be made.
    init(store: StoreOptions, trust: TrustOptions, log: DiagnosticLog) throws(AuthError)

    /// Revokes the tokens of accounts, and deletes them from the store.
    ///
    /// - Returns: a failure for each client of an account whose tokens are not revoked.
    func revoke(_ accounts: [SignedInAccount], _ chosen: LogoutChoice) async -> [RevocationFailure]
}

/// Why the tokens of an account were not revoked for a client.
package struct RevocationFailure: Sendable {
    /// The account.
    package let account: Account
    private let clientID: String
    private let error: AuthError

    /// Makes a failure.
    package init(_ account: Account, clientID: String, _ error: AuthError) {
        self.account = account
        self.clientID = clientID
        self.error = error
    }

    /// The failure as a sentence, with what the provider said and what to do.
    var text: String {
        let user = Output.name(account.username ?? account.identifier)
        return
            "Error: The tokens of \(user) for the client \(Output.name(clientID)) were not revoked: a copy of them can be "
            + "used until it expires. \(error)"
    }

    var json: JSONValue {
        [
            "account": account.json, "clientId": .string(clientID), "code": .string(error.code.rawValue),
            "message": .string(error.message), "remedy": error.remedy.map { .string($0) } ?? .null,
        ]
    }
}
#endif

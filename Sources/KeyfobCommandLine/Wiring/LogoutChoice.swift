#if Server
package import KeyfobCore

/// The accounts that `keyfob logout` removes.
package struct LogoutChoice: Sendable {
    /// The client for which they are removed; nil for every client.
    package let clientID: String?
    /// The client that is named, for its secret; nil if the accounts are those of every client.
    package let client: ChosenClient?
    private let account: String?
    /// The provider whose accounts are meant; nil for every one.
    package let authority: Authority?
    private let all: Bool

    /// - Throws: `AuthError` with code `wrongUse` if neither an account nor a profile is named and there is no default
    ///   profile.
    init(
        profile: String?, account: String?, clientID: String?, all: Bool, environment: [String: String]
    ) throws(AuthError) {
        self.all = all
        guard !all, profile != nil || account == nil else {
            (self.clientID, self.account, authority) = (clientID, account, nil)
            var flags = ClientSettings()
            flags.clientID = clientID
            client = clientID == nil ? nil : try ChosenClient(flags, profile: nil, environment: environment)
            return
        }
        var flags = ClientSettings()
        flags.clientID = clientID
        flags.account = account
        let chosen = try ChosenClient(flags, profile: profile, environment: environment)
        guard chosen.settings.clientID != nil else {
            throw .wrongUse(
                "Missing an account: neither --account nor a profile is given, and there is no default profile.",
                remedy: "Name the account, or pass --all.")
        }
        client = chosen
        self.clientID = chosen.settings.clientID
        self.account = chosen.settings.account
        authority = try chosen.settings.location?.authority()
    }

    /// Selects the accounts.
    ///
    /// - Throws: `AuthError` with code `accountNotFound` if the one that is named is not there, `ambiguousAccount` if
    ///   several match.
    func accounts(among known: [Account]) throws(AuthError) -> [Account] {
        guard !all else { return known }
        let matching = AccountChoice.matching(account, among: known, at: authority)
        guard let chosen = matching.first else {
            throw AuthError(
                AuthError.Code(rawValue: "accountNotFound"), origin: .store,
                message: account.map { "\($0) is not signed in." } ?? "No user of the profile is signed in.",
                remedy: "See \"keyfob accounts\" for those that are.")
        }
        guard matching.count == 1 else { throw AccountChoice.ambiguous(matching, named: account != nil) }
        return [chosen]
    }
}
#endif

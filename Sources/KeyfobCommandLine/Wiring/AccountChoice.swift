#if Server
package import KeyfobCore

/// Selects the account that a command names.
package enum AccountChoice {
    /// Returns the account with a user name or identifier; without a name, the only account.
    ///
    /// - Parameters:
    ///   - name: the argument, in any letter case.
    ///   - accounts: the accounts that the app may use.
    ///   - authority: the authority; accounts of other providers are ignored.
    /// - Throws: `AuthError` with code `interactionRequired` if there is none, `ambiguousAccount` if several match.
    package static func pick(
        _ name: String?, among accounts: [Account], at authority: Authority
    ) throws(AuthError) -> Account {
        let matching = matching(name, among: accounts, at: authority)
        guard let account = matching.first else {
            throw AuthError(
                .interactionRequired, origin: .store,
                message:
                    "\(name.map(Output.name) ?? "No user") is \(name == nil ? "" : "not ")signed in at \(authority.environment)."
            )
        }
        guard matching.count == 1 else { throw ambiguous(matching, named: name != nil) }
        return account
    }

    /// The accounts with a name, of an authority's provider; nil for either means all.
    package static func matching(_ name: String?, among accounts: [Account], at authority: Authority?) -> [Account] {
        let there = authority.map { those(of: accounts, at: $0) } ?? accounts
        return name.map { find($0, among: there) } ?? there
    }

    /// The accounts of an authority's provider.
    package static func those(of accounts: [Account], at authority: Authority) -> [Account] {
        accounts.filter {
            Cloud.containing($0.environment) == authority.cloud && isOf($0, issuer: authority.issuer)
        }
    }

    /// Whether an account is of an issuer: one host may have several. An account without claims counts as one of it.
    private static func isOf(_ account: Account, issuer: String?) -> Bool {
        guard let issuer, let own = account.claims?["iss"]?.stringValue else { return true }
        func plain(_ issuer: String) -> Substring.UTF8View {
            (issuer.hasSuffix("/") ? issuer.dropLast() : issuer[...]).utf8
        }
        return plain(issuer).elementsEqual(plain(own))
    }

    /// Every account with a user name, or the one with an identifier.
    package static func find(_ name: String, among accounts: [Account]) -> [Account] {
        let name = name.lowercased()
        return accounts.filter { $0.identifier.lowercased() == name || $0.username?.lowercased() == name }
    }

    /// The error for several accounts where one is needed.
    package static func ambiguous(_ accounts: [Account], named: Bool) -> AuthError {
        // Two accounts may have one user name: then only their identifiers differ.
        let isAlike = Set(accounts.map { $0.username?.lowercased() ?? $0.identifier }).count < accounts.count
        let names = accounts.map { Output.name(named || isAlike ? $0.identifier : $0.username ?? $0.identifier) }
        return AuthError(
            .ambiguousAccount, origin: .app,
            message: "Several accounts are signed in: \(names.joined(separator: ", ")).",
            remedy: "Name one with --account.")
    }
}
#endif

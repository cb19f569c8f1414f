#if Server
public import KeyfobCore

/// Which account a command means.
public enum AccountChoice {
    /// The account of that user name or identifier; without a name, the only one there is.
    ///
    /// - Parameters:
    ///   - name: as typed, in any letter case.
    ///   - accounts: those that the app sees.
    ///   - authority: where; accounts of other providers do not count.
    /// - Throws: `AuthError` with code `interactionRequired` if there is none, `ambiguousAccount` if several match.
    public static func pick(
        _ name: String?, among accounts: [Account], at authority: Authority
    ) throws(AuthError) -> Account {
        let accounts = accounts.filter { Cloud.containing($0.environment) == authority.cloud }
        let matching = name.map { find($0, among: accounts) } ?? accounts
        guard let account = matching.first else {
            throw AuthError(
                .interactionRequired, origin: .store,
                message:
                    "\(name.map(Output.name) ?? "Nobody") is \(name == nil ? "" : "not ")signed in at \(authority.environment)."
            )
        }
        guard matching.count == 1 else { throw ambiguous(matching, named: name != nil) }
        return account
    }

    /// Every account of that user name, or the one of that identifier.
    public static func find(_ name: String, among accounts: [Account]) -> [Account] {
        let name = name.lowercased()
        return accounts.filter { $0.identifier.lowercased() == name || $0.username?.lowercased() == name }
    }

    /// Several accounts where one was meant.
    public static func ambiguous(_ accounts: [Account], named: Bool) -> AuthError {
        let names = accounts.map { Output.name(named ? $0.identifier : $0.username ?? $0.identifier) }
        return AuthError(
            .ambiguousAccount, origin: .app,
            message: "Several accounts are signed in: \(names.joined(separator: ", ")).",
            remedy: "Name one with --account.")
    }
}
#endif

import KeyfobClient
import KeyfobCore

/// Which accounts MSAL's enumeration parameters mean.
struct AccountFilter {
    private let identifier: String?
    private let username: String?
    private let profile: String?

    init(_ parameters: MSALAccountEnumerationParameters) {
        identifier = parameters.identifier?.lowercased()
        username = parameters.username?.lowercased()
        profile = parameters.tenantProfileIdentifier?.lowercased()
    }

    /// The accounts of the store, with their claims.
    ///
    /// - Throws: `AuthError` as `accounts()`.
    func accounts(of core: PublicClientApplication) throws(AuthError) -> [Account] {
        var found: [Account] = []
        for account in try core.accounts() where matches(account) {
            let identifier = account.identifier.isEmpty ? nil : account.identifier
            found.append(try core.account(for: identifier) ?? account)
        }
        return found
    }

    func matches(_ account: Account) -> Bool {
        if let identifier, account.identifier.lowercased() != identifier { return false }
        if let username, account.username?.lowercased() != username { return false }
        if let profile { return account.tenantProfiles.contains { $0.identifier.lowercased() == profile } }
        return true
    }
}

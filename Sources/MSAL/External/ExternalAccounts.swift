import KeyfobClient
import KeyfobCore

/// A provider of external accounts as the core uses it.
struct ExternalAccounts: ExternalAccountProvider, @unchecked Sendable {
    // Unchecked for the provider, which is the app's: as in MSAL it is called on the thread of the calling code.

    let provider: any MSALExternalAccountProviding

    func accounts(_ query: AccountQuery) throws -> [Account] {
        try provider.accounts(with: MSALAccountEnumerationParameters(query)).map { MSALAccount($0).core }
    }

    func didSignIn(_ account: Account, idTokenClaims: [String: JSONValue]) throws {
        try provider.update(
            MSALAccount(account, showsProfiles: true), idTokenClaims: JSONTranslation.dictionary(idTokenClaims))
    }

    func didRemove(_ account: Account, isWiped: Bool) throws {
        let account = MSALAccount(account, showsProfiles: true)
        try provider.remove(account, wipeAccount: isWiped, tenantProfiles: account.tenantProfiles)
    }
}

extension MSALAccountEnumerationParameters {
    convenience init(_ query: AccountQuery) {
        if let profile = query.tenantProfileIdentifier {
            self.init(tenantProfileIdentifier: profile)
        } else if let username = query.username {
            self.init(identifier: query.identifier, username: username)
        } else if let identifier = query.identifier {
            self.init(identifier: identifier)
        } else {
            self.init()
        }
        returnOnlySignedInAccounts = query.onlySignedIn
    }
}

import KeyfobClient
import KeyfobCore

/// The accounts of other places, asked one after the other; a failure of one is logged and passed over.
struct ExternalAccounts {
    private let providers: [any MSALExternalAccountProviding]

    init(_ settings: MSALPublicClientApplicationConfig) {
        providers = settings.cacheConfig.externalAccountProviders
    }

    func accounts(with parameters: MSALAccountEnumerationParameters, log: ClientLog?) -> [MSALAccount] {
        var found: [MSALAccount] = []
        for provider in providers {
            attempt("list accounts", log) {
                for account in try provider.accounts(with: parameters).map(MSALAccount.init)
                where !found.contains(account) { found.append(account) }
            }
        }
        return found
    }

    /// Tells of an account that got tokens.
    func update(_ account: MSALAccount, claims: [String: JSONValue]?, log: ClientLog?) {
        for provider in providers {
            attempt("take an account in", log) {
                try provider.update(account, idTokenClaims: JSONTranslation.dictionary(claims ?? [:]))
            }
        }
    }

    /// Tells of an account that was removed.
    func remove(_ account: MSALAccount, isWiped: Bool, log: ClientLog?) {
        for provider in providers {
            attempt("remove an account", log) {
                try provider.remove(account, wipeAccount: isWiped, tenantProfiles: account.tenantProfiles)
            }
        }
    }

    private func attempt(_ what: String, _ log: ClientLog?, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            log?(ClientLogMessage(.warning, "A provider of external accounts could not \(what)."))
        }
    }
}

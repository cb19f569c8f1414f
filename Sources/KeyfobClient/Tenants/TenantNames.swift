import KeyfobCache
import KeyfobCore

/// The domains by which apps named a tenant (`contoso.test`), stored with the account of that tenant, so that an app
/// that uses such a name finds the account's tokens without asking a server for the domain's tenant.
///
/// They are further members of the schema, which other libraries keep when they rewrite the entity.
enum TenantNames {
    private static let member = "tenant_names"

    /// The id of the tenant that has this name; nil if the account has no token that was requested by it.
    ///
    /// - Throws: `storeLocked` or `storeUnavailable` if a member cannot be unsealed.
    static func realm(of name: String, in partition: AccountPartition) throws(AuthError) -> String? {
        for account in partition.accounts where try names(of: account).contains(name) { return account.realm }
        return nil
    }

    /// Stores the name, if it is a domain and is not stored already.
    ///
    /// - Throws: `AuthError` of the store.
    static func remember(
        _ requested: Authority, realm: String, homeAccountID: String, in transaction: any CredentialTransaction
    ) throws(AuthError) {
        guard !requested.isMultiTenant, requested.tenant != realm.lowercased(),
            let partition = try transaction.partition(homeAccountID: homeAccountID),
            let account = partition.accounts.first(where: { $0.realm.lowercased() == realm.lowercased() })
        else { return }
        let names = try names(of: account)
        guard !names.contains(requested.tenant) else { return }
        var unknown = try account.contents.open().unknown
        unknown[member] = .strings(names + [requested.tenant])
        try transaction.put(.account(account.with(unknown: unknown)))
    }

    private static func names(of account: AccountEntity) throws(AuthError) -> [String] {
        try account.contents.open().unknown[member]?.arrayValue?.compactMap(\.stringValue) ?? []
    }
}

import KeyfobCache
import KeyfobCore

/// The domains by which apps named a tenant (`contoso.test`), kept with the user in that tenant, so that an app that
/// names it so finds the user's tokens without asking which tenant the domain belongs to.
///
/// They stand beside the schema's own members, which other libraries keep when they rewrite the entity.
enum TenantNames {
    private static let member = "tenant_names"

    /// The id of the tenant that has this name; nil if the account got no token by it yet.
    ///
    /// - Throws: `storeLocked` or `storeUnavailable` if a member cannot be unsealed.
    static func realm(of name: String, in partition: AccountPartition) throws(AuthError) -> String? {
        for account in partition.accounts where try names(of: account).contains(name) { return account.realm }
        return nil
    }

    /// Keeps the name, if it is one and is not kept already.
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

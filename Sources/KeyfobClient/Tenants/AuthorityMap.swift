import KeyfobCache
import KeyfobCore

/// Maps the authority that a client requested tokens for to the one that issued them, per account: where the two differ
/// in more than a tenant's name, no rule can derive one from the other.
///
/// It is stored with the account of the tenant that issued, as a further member of the schema, which other libraries
/// keep when they rewrite the entity.
enum AuthorityMap {
    /// The key of the map's requests.
    struct Key: Sendable, Hashable {
        /// The client.
        var clientID: String
        /// Whether users of other clouds could sign in: the same authority then leads elsewhere.
        var isInstanceAware: Bool

        fileprivate var member: String { clientID.lowercased() + (isInstanceAware ? " instance_aware" : "") }
    }

    private static let member = "issued_for"

    /// The authority that last issued tokens for a request; nil if none did.
    ///
    /// - Throws: `storeLocked` or `storeUnavailable` if a member cannot be unsealed.
    static func authority(
        for requested: Authority, key: Key, in partition: AccountPartition
    ) throws(AuthError) -> Authority? {
        for account in partition.accounts {
            guard let host = try hosts(of: account)[key.member]?[requested.description]?.stringValue else { continue }
            return requested.with(environment: host).with(tenant: account.realm)
        }
        return nil
    }

    /// Records the authority that issued tokens, replacing the request's earlier record.
    ///
    /// - Throws: `AuthError` of the store.
    static func remember(
        _ requested: Authority, issuedBy issuing: Authority, in environment: String, key: Key, homeAccountID: String,
        in transaction: any CredentialTransaction
    ) throws(AuthError) {
        let isTold = key.isInstanceAware || requested.isMultiTenant
        guard isTold, requested.kind == .aad,
            let partition = try transaction.partition(homeAccountID: homeAccountID)
        else { return }
        for account in partition.accounts {
            let isIssuer =
                account.realm.lowercased() == issuing.tenant && account.environment == environment.lowercased()
            var all = try hosts(of: account)
            var own = all[key.member]?.objectValue ?? [:]
            let host: JSONValue? = isIssuer ? .string(issuing.environment) : nil
            guard own[requested.description] != host else { continue }
            own[requested.description] = host
            all[key.member] = own.isEmpty ? nil : .object(own)
            var unknown = try account.contents.open().unknown
            unknown[member] = all.isEmpty ? nil : .object(all)
            try transaction.put(.account(account.with(unknown: unknown)))
        }
    }

    private static func hosts(of account: AccountEntity) throws(AuthError) -> [String: JSONValue] {
        try account.contents.open().unknown[member]?.objectValue ?? [:]
    }
}

import Dispatch
package import KeyfobCache
package import KeyfobCore
import Synchronization

/// The credential store in an access group of the keychain, with the same items as MSAL's and ADAL's: apps of one team
/// share it, whichever library they use.
///
/// A read queries the keychain for the group's items, decodes the items that have changed since the last read, and sees
/// every write that has returned. It costs one call to the keychain, and its time grows with the number of items in the
/// group.
///
/// ## Guarantees
///
/// A keychain has no transactions: each item is written separately, atomically and durably.
/// - Transactions of one process run one at a time. Those of several processes do if they use the same lock file, in a
///   container that they share; else the last writer of each item wins, as among MSAL's apps.
/// - A transaction whose writes fail is rolled back, item by item, and throws.
/// - When a process is killed in the middle, some of its writes remain. They are ordered so that a reader never gets an
///   access token without its user and id token: users and id tokens are written before access tokens, and deleted
///   after them; a new refresh token is written before an old one is deleted; the signed-out state of an app is written
///   before its credentials are deleted. Running the transaction again completes it.
/// - Items of IdentityCore that Keyfob does not support stay unchanged, and so do unknown members of an entity.
package final class KeychainCredentialStore<Keychain: KeychainServices>: CredentialStore {
    /// The access group, with its prefix.
    package let accessGroup: String
    private let keychain: Keychain
    private let options: KeychainStoreOptions
    private let snapshot = KeychainSnapshot()
    private let writers: DispatchQueue

    /// Opens the store in an access group; reads and writes nothing yet.
    ///
    /// - Parameters:
    ///   - accessGroup: with its prefix, as in the entitlements of the signed app.
    package init(keychain: Keychain, accessGroup: String, options: KeychainStoreOptions = KeychainStoreOptions()) {
        self.keychain = keychain
        self.accessGroup = accessGroup
        self.options = options
        writers = KeychainWriters.queue(of: accessGroup)
    }

    /// Opens the store in a group that is given without its prefix, as apps name it.
    ///
    /// - Parameters:
    ///   - group: nil means MSAL's default group. A prefix is not added twice.
    ///   - platform: the platform of the default group.
    ///   - prefix: nil reads it from the keychain, as on iOS (``KeychainGroupPrefix``).
    /// - Throws: ``KeyfobCore/AuthError`` with code `configuration` if the app is not signed, `storeLocked` if the
    ///   keychain is locked, `storeUnavailable` if it fails.
    package convenience init(
        keychain: Keychain, group: String? = nil, platform: KeychainPlatform = .current, prefix: String? = nil,
        options: KeychainStoreOptions = KeychainStoreOptions()
    ) throws(AuthError) {
        let name = group ?? platform.standardGroup
        do throws(KeychainStatus) {
            let fullName =
                if let prefix {
                    KeychainGroupPrefix.apply(prefix, to: name)
                } else {
                    try KeychainGroupPrefix.fullName(of: name, in: keychain)
                }
            self.init(keychain: keychain, accessGroup: fullName, options: options)
        } catch {
            throw .keychain(error, group: name)
        }
    }

    /// The entities of one account.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `configuration` if the app is not entitled to the group,
    ///   `storeLocked` while the device is locked, `storeUnavailable` if the keychain fails.
    package func partition(homeAccountID: String) throws(AuthError) -> AccountPartition? {
        try image().partitions[homeAccountID.lowercased()]
    }

    /// The accounts that have at least one entity. Throws as ``partition(homeAccountID:)``.
    package func homeAccountIDs() throws(AuthError) -> [String] { try image().partitions.keys.filter { !$0.isEmpty } }

    /// Passes a summary of every account to `body`. Throws as ``partition(homeAccountID:)``.
    package func forEachAccount(_ body: (AccountSummary) -> Void) throws(AuthError) {
        for partition in try image().partitions.values where !partition.homeAccountID.isEmpty {
            body(AccountSummary(partition))
        }
    }

    /// Runs a transaction, with the guarantees above.
    package func write<R: Sendable>(
        _ body: @escaping @Sendable (any CredentialTransaction) throws(AuthError) -> R
    ) async throws(AuthError) -> R {
        let result = await withCheckedContinuation { continuation in
            // Not on a thread of Swift's pool: another process may hold the lock for a while.
            writers.async { [self] in continuation.resume(returning: self.result(of: body)) }
        }
        return try result.get()
    }

    private func image() throws(AuthError) -> KeychainImage { try snapshot.image(of: accessGroup, in: keychain) }

    private func result<R: Sendable>(
        of body: @Sendable (any CredentialTransaction) throws(AuthError) -> R
    ) -> Result<R, AuthError> {
        do throws(AuthError) {
            let lock = try options.lockPath.map { path throws(AuthError) in try KeychainLockFile(path: path) }
            defer { lock?.unlock() }
            let image = try image()
            let transaction = KeychainTransaction(image)
            let value = try body(transaction)
            let plan = try KeychainPlan(transaction, accessGroup: accessGroup)
            try KeychainCommit(keychain: keychain, accessGroup: accessGroup).perform(plan, options)
            return .success(value)
        } catch {
            return .failure(error)
        }
    }
}

/// The queues that serialize the writers of one process, by access group.
enum KeychainWriters {
    private static let queues = Mutex<[String: DispatchQueue]>([:])

    /// The queue on which the transactions of an access group run one after the other.
    static func queue(of accessGroup: String) -> DispatchQueue {
        queues.withLock { queues in
            let queue = queues[accessGroup] ?? DispatchQueue(label: "keyfob.keychain.\(accessGroup)")
            queues[accessGroup] = queue
            return queue
        }
    }
}

import Dispatch
public import KeyfobCore

extension SQLiteCredentialStore {
    /// The name of the place where the store's key is kept, as the store records it. The place itself is not asked.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable`.
    public func keyPlace() throws(AuthError) -> String {
        try keyRecord().place
    }

    /// Rotates the store's key, or moves it: every secret is sealed anew under a new key, and the former key is removed
    /// once that is durable. Other processes go on with the new key; nobody has to sign in again.
    ///
    /// A copy of the store that was made before can no longer be opened.
    ///
    /// - Parameter place: where the new key is kept; nil for where the present one is.
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeLocked` if either place is out of reach, `storeUnavailable`
    ///   if the store cannot be written; the former key holds then. `configuration` if this store was opened without
    ///   knowing the place.
    public func rekey(to place: SealingKeyPlace? = nil) async throws(AuthError) -> RekeyResult {
        try await rekey(to: place) { _ in }
    }

    /// Does the same, and tells a test where it is.
    package func rekey(
        to place: SealingKeyPlace?, hook: @escaping @Sendable (RekeyStage) -> Void
    ) async throws(AuthError) -> RekeyResult {
        let rekeying = StoreRekeying(context: try opened().context, hook: hook)
        // Waiting for the lock blocks, so it has a thread of its own.
        let result = await withCheckedContinuation { continuation in
            DispatchQueue(label: "org.keyfob.store.rekey").async {
                continuation.resume(
                    returning: Result { () throws(AuthError) in
                        try rekeying.perform(target: place?.recordedName)
                    })
            }
        }
        return try result.get()
    }
}

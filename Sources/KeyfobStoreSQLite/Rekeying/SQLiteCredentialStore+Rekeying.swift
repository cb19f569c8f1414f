import Dispatch
package import KeyfobCore

extension SQLiteCredentialStore {
    /// The place of the store's key, as the store records it. Does not access the place.
    ///
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeUnavailable`.
    package func keyPlace() throws(AuthError) -> String {
        try keyRecord().place
    }

    /// Rotates the store's key, or moves it: seals every secret again under a new key, and removes the former key once
    /// that is durable. Other processes continue with the new key; no user has to sign in again.
    ///
    /// An older copy of the store can no longer be opened.
    ///
    /// - Parameters:
    ///   - place: the place of the new key; nil for the place of the present one.
    ///   - progress: receives the number of secrets that are sealed again so far.
    /// - Throws: ``KeyfobCore/AuthError`` with code `storeLocked` if either place cannot be reached, `storeUnavailable`
    ///   if the store cannot be written; the former key then stays in use. `configuration` if this store was opened
    ///   without that place.
    package func rekey(
        to place: SealingKeyPlace? = nil, progress: @escaping ProgressReport = { _, _ in }
    ) async throws(AuthError) -> RekeyResult {
        try await rekey(to: place, progress: progress) { _ in }
    }

    /// The same, and reports its stages to a test.
    package func rekey(
        to place: SealingKeyPlace?, progress: @escaping ProgressReport = { _, _ in },
        hook: @escaping @Sendable (RekeyStage) -> Void
    ) async throws(AuthError) -> RekeyResult {
        let rekeying = StoreRekeying(context: try opened().context, progress: progress, hook: hook)
        // Waiting for the lock blocks, so it has its own thread.
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

/// The result of changing a store's key.
package struct RekeyResult: Sendable {
    /// The place of the former key.
    package let formerPlace: String
    /// The place of the new key.
    package let place: String
    /// The number of secrets that were sealed again.
    package let resealed: Int
    /// The number of secrets that could not be opened with the former key: their rows were altered or moved.
    package let unreadable: Int
    /// Why a former key could not be removed, although no secret is sealed with it any more; the next change of the key
    /// tries again. Nil if all were removed.
    package let leftBehind: AuthError?
}

import KeyfobBackport
import KeyfobCache
import KeyfobCore

/// The successor of a seal after a rotation of the key; looked up when contents do not open, and remembered once it is
/// found.
final class SealSuccessor: Sendable {
    private let keyID: String
    private let find: @Sendable () -> StoreSuccession?
    private let found = Mutex<StoreSuccession?>(nil)

    /// - Parameters:
    ///   - keyID: the key of the replaced seal.
    ///   - find: reads the current seal of the database.
    init(of keyID: String, find: @escaping @Sendable () -> StoreSuccession?) {
        self.keyID = keyID
        self.find = find
    }

    /// Opens contents that the former seal did not open: they were sealed by the current one, or were read before the
    /// key was changed; then the row is read again. The key may have been changed twice.
    ///
    /// - Parameter failure: the error of the former seal; thrown if the key has not been changed.
    func open(
        _ sealed: [UInt8], of row: EntityRow, after failure: AuthError
    ) throws(AuthError) -> CredentialContents.Opened {
        var reason = failure
        var isChanged = false
        for succession in [remembered, lookAgain] {
            guard let succession = succession() else { continue }
            isChanged = true
            for content in [{ sealed }, { succession.content(row) }] as [() -> [UInt8]?] {
                guard let content = content() else { continue }
                do throws(AuthError) {
                    return try succession.seal.openAsItIs(content, of: row)
                } catch {
                    reason = error
                }
            }
        }
        guard isChanged, reason.code != .storeLocked else { throw reason }
        throw AuthError(
            .storeUnavailable, origin: .store,
            message: "The credential store's key was changed during the read, and so was the credential.",
            remedy: "Try again.", cause: reason)
    }

    private func remembered() -> StoreSuccession? { found.withLock { $0 } }

    private func lookAgain() -> StoreSuccession? {
        guard let present = find(), present.seal.keyID != keyID else { return nil }
        found.withLock { $0 = present }
        return present
    }
}

/// The successor of a seal: the current seal of the database, and access to its current rows.
struct StoreSuccession: Sendable {
    let seal: StoreSeal
    /// The sealed contents of a row whose members are unchanged; nil if there is none.
    let content: @Sendable (EntityRow) -> [UInt8]?
}

import KeyfobCache
import KeyfobCore
import Synchronization

/// What took a seal's place when the key was rotated; looked for when something does not open, and remembered once it
/// is found.
final class SealSuccessor: Sendable {
    private let keyID: String
    private let find: @Sendable () -> StoreSuccession?
    private let found = Mutex<StoreSuccession?>(nil)

    /// - Parameters:
    ///   - keyID: the key whose successor is looked for.
    ///   - find: the database's present seal.
    init(of keyID: String, find: @escaping @Sendable () -> StoreSuccession?) {
        self.keyID = keyID
        self.find = find
    }

    /// Opens what the former seal did not open: because it was sealed by the present one, or because it was found
    /// before the key was changed and is opened after; then the row is read again. The key may have been changed twice.
    ///
    /// - Parameter failure: why the former seal did not open it; thrown if the key is still the store's.
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
            message: "The credential store's key was changed meanwhile, and so was what was to be opened.",
            remedy: "Try again.", cause: reason)
    }

    private func remembered() -> StoreSuccession? { found.withLock { $0 } }

    private func lookAgain() -> StoreSuccession? {
        guard let present = find(), present.seal.keyID != keyID else { return nil }
        found.withLock { $0 = present }
        return present
    }
}

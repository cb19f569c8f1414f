import Synchronization

/// The seal that took another's place when the key was rotated; looked for when something does not open, and
/// remembered once it is found.
final class SealSuccessor: Sendable {
    private let keyID: String
    private let find: @Sendable () -> StoreSeal?
    private let found = Mutex<StoreSeal?>(nil)

    /// - Parameters:
    ///   - keyID: the key whose successor is looked for.
    ///   - find: the database's present seal.
    init(of keyID: String, find: @escaping @Sendable () -> StoreSeal?) {
        self.keyID = keyID
        self.find = find
    }

    /// The successor; nil if the key is still the store's.
    var seal: StoreSeal? {
        found.withLock { found in
            if let found { return found }
            guard let present = find(), present.keyID != keyID else { return nil }
            found = present
            return present
        }
    }
}

package import KeyfobCore

/// The result of examining the store of one access group.
package struct StoreReport: Sendable {
    /// Whether a store's key can be loaded.
    package enum Key: Sendable {
        /// The key can be loaded, and it is the one that the store was made with.
        case reachable
        /// The key cannot be loaded; the error contains the reason and the place.
        case unreachable(AuthError)
        /// The store has no record of a key, or could not be read.
        case unknown
    }

    /// A file or directory with its permissions.
    package struct File: Sendable, Hashable {
        /// Its path.
        package let path: String
        /// Its permission bits.
        package let mode: UInt32

        /// Makes a file from its path and permission bits.
        package init(path: String, mode: UInt32) {
            self.path = path
            self.mode = mode
        }
    }

    /// The access group.
    package let group: String
    /// The path of the database.
    package let path: String
    /// The names of the migrations that were applied to the database, in order; the last one is its version.
    package internal(set) var schema: [String] = []
    /// The name of the place that keeps the key.
    package internal(set) var keyPlace: String?
    /// The id of the key, which is no secret.
    package internal(set) var keyID: String?
    /// Whether the key can be loaded now.
    package internal(set) var key = Key.unknown
    /// The number of recorded keys that are no longer used: a process was killed while it changed the key, or a key
    /// could not be removed. The next change of the key removes them.
    package internal(set) var formerKeys = 0
    /// The number of accounts that have at least one entity.
    package internal(set) var accounts = 0
    /// The number of entities of each kind.
    package internal(set) var entities: [String: Int] = [:]
    /// The paths of damaged databases that were set aside.
    package internal(set) var setAside: [String] = []
    /// The store's files, its directory first.
    package internal(set) var files: [File] = []
    /// The problems that were found, except a key that cannot be reached.
    package internal(set) var problems: [AuthError] = []

    init(group: String, path: String) {
        self.group = group
        self.path = path
    }

    /// Whether the key cannot be reached.
    package var isLocked: Bool { if case .unreachable = key { true } else { false } }
}

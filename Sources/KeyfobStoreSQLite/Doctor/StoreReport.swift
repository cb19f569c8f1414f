public import KeyfobCore

/// What an examination found out about the store of one access group.
public struct StoreReport: Sendable {
    /// Whether a store's key can be had.
    public enum Key: Sendable {
        /// It is there, and it is the one that the store was made with.
        case reachable
        /// It is not; the error says why, and names its place.
        case unreachable(AuthError)
        /// The store does not say, or could not be read.
        case unknown
    }

    /// A file or directory, and who may use it.
    public struct File: Sendable, Hashable {
        /// Its path.
        public let path: String
        /// Its permission bits.
        public let mode: UInt32

        /// Names a file and its permission bits.
        public init(path: String, mode: UInt32) {
            self.path = path
            self.mode = mode
        }
    }

    /// The access group.
    public let group: String
    /// The database's path.
    public let path: String
    /// The steps that brought the database to its present form, in order; the last one is its version.
    public internal(set) var schema: [String] = []
    /// The name of the place that keeps the key.
    public internal(set) var keyPlace: String?
    /// The id of the key, which is no secret.
    public internal(set) var keyID: String?
    /// Whether the key can be had now.
    public internal(set) var key = Key.unknown
    /// Keys that are not in force and still noted: a process was ended while it changed the key, or one could not be
    /// removed. The next change of the key removes them.
    public internal(set) var formerKeys = 0
    /// How many accounts have any entity.
    public internal(set) var accounts = 0
    /// How many entities there are, by kind.
    public internal(set) var entities: [String: Int] = [:]
    /// Damaged databases that were set aside.
    public internal(set) var setAside: [String] = []
    /// The store's files, its directory first.
    public internal(set) var files: [File] = []
    /// What is wrong, the key's being out of reach left out.
    public internal(set) var problems: [AuthError] = []

    init(group: String, path: String) {
        self.group = group
        self.path = path
    }

    /// Whether the key is out of reach.
    public var isLocked: Bool { if case .unreachable = key { true } else { false } }
}

public import KeyfobCache
public import KeyfobCore

/// What a ``KeychainCredentialStore`` may be told.
public struct KeychainStoreOptions: Sendable {
    /// A file in a container that the group's processes share, by which their transactions take turns; nil if there
    /// is none. It is made if it is missing, and stays empty. iOS ends an app that is suspended while it holds a lock in
    /// a shared container: begin a background task around a call that may be cut short.
    public var lockPath: String?
    /// What is written when a refresh token is removed; nil writes nothing.
    public var wipeMarker: KeychainWipeMarker?
    /// Gives the wipe marker its time.
    public var clock: any WallClock

    /// Makes options.
    public init(
        lockPath: String? = nil, wipeMarker: KeychainWipeMarker? = nil, clock: any WallClock = SystemClock()
    ) {
        self.lockPath = lockPath
        self.wipeMarker = wipeMarker
        self.clock = clock
    }
}

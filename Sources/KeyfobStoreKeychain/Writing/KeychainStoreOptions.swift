package import KeyfobCache
package import KeyfobCore

/// Options of a ``KeychainCredentialStore``.
package struct KeychainStoreOptions: Sendable {
    /// The lock file of the group's processes, in a container that they share; nil if there is none. It is made if it
    /// is missing, and stays empty. iOS terminates an app that is suspended while it holds a lock in a shared
    /// container, so begin a background task around a call that may be interrupted.
    package var lockPath: String?
    /// The marker that is written when a refresh token is removed; nil writes none.
    package var wipeMarker: KeychainWipeMarker?
    /// The clock for the wipe marker's time.
    package var clock: any WallClock

    /// Makes options.
    package init(
        lockPath: String? = nil, wipeMarker: KeychainWipeMarker? = nil, clock: any WallClock = SystemClock()
    ) {
        self.lockPath = lockPath
        self.wipeMarker = wipeMarker
        self.clock = clock
    }
}

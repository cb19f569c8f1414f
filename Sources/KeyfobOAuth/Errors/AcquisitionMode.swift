/// The kind of operation in which a server's error occurred, since the same error has different meanings.
package enum AcquisitionMode: Sendable, Hashable {
    /// The user is present and was asked.
    case interactive
    /// The user is not asked: an error that signing in fixes is `interactionRequired`.
    case silent
    /// The user signs in on another device.
    case deviceCode
}

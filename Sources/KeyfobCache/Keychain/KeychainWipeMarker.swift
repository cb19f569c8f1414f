import KeyfobCore

/// The item that IdentityCore writes whenever a refresh token is removed, and reads for a log entry when one is
/// missing. It deletes nothing.
public struct KeychainWipeMarker: Sendable {
    /// Makes the value from a bundle id and a time in seconds since 1970: an `NSKeyedArchiver` dictionary
    /// `{bundleId, wipeTime}`.
    public typealias Archive = @Sendable (_ bundleID: String, _ time: Int64) -> [UInt8]

    /// The app that removes tokens.
    public let bundleID: String
    private let archive: Archive

    /// Makes a marker for an app.
    public init(bundleID: String, archive: @escaping Archive) {
        self.bundleID = bundleID
        self.archive = archive
    }

    /// The marker's item in an access group; the time is in seconds since 1970.
    public func item(accessGroup: String, time: Int64) -> KeychainItem {
        let key = KeychainItemKey.wipeMarker
        return KeychainItem(
            accessGroup: accessGroup, account: key.account, generic: key.generic.map { Array($0.utf8) },
            accessibility: .afterFirstUnlockThisDeviceOnly, value: Secret(archive(bundleID, time)))
    }
}

import KeyfobCore

/// The item that IdentityCore writes whenever a refresh token is removed, and reads for a log entry when one is
/// missing. It deletes nothing.
package struct KeychainWipeMarker: Sendable {
    /// Makes the value from a bundle id and a time in seconds since 1970: an `NSKeyedArchiver` dictionary
    /// `{bundleId, wipeTime}`.
    package typealias Archive = @Sendable (_ bundleID: String, _ time: Int64) -> [UInt8]

    /// The app that removes tokens.
    package let bundleID: String
    private let archive: Archive

    /// Makes a marker for an app.
    package init(bundleID: String, archive: @escaping Archive) {
        self.bundleID = bundleID
        self.archive = archive
    }

    /// The marker's item in an access group; the time is in seconds since 1970.
    package func item(accessGroup: String, time: Int64) -> KeychainItem {
        let key = KeychainItemKey.wipeMarker
        return KeychainItem(
            accessGroup: accessGroup, account: key.account, generic: key.generic.map { Array($0.utf8) },
            accessibility: .afterFirstUnlockThisDeviceOnly, value: Secret(archive(bundleID, time)))
    }
}

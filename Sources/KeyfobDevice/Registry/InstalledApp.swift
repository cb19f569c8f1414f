#if os(Linux)
import KeyfobDeviceProtocol

/// An app on the device.
struct InstalledApp: Sendable, Hashable {
    let manifest: AppManifest
    /// The user id of its processes, which no other app ever gets.
    let userID: UInt32
    /// Whether the device's management installed it.
    let isManaged: Bool
    /// The installed copy of the bundle, which only the device's owner can write.
    let bundlePath: String
    /// The app's data, which only the app and the device's owner can read.
    let home: String

    var bundleID: String { manifest.bundleID }

    func origin(_ assurance: AppAssurance) -> AppOrigin {
        AppOrigin(bundleID: bundleID, teamID: manifest.teamID, isManaged: isManaged, assurance: assurance)
    }
}
#endif

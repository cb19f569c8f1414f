import Foundation
import KeyfobCore

extension KeychainWipeMarker {
    /// Makes a marker for an app, its value as ADAL and MSAL archive it (``LegacyWipeMarker``).
    public init(bundleID: String) {
        self.init(bundleID: bundleID) { bundleID, time in
            LegacyWipeMarker(bundleID: bundleID, wipeTime: Date(unixSeconds: time)).archive
        }
    }
}

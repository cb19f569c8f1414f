import Foundation
import KeyfobCore

extension KeychainWipeMarker {
    /// Makes a marker for an app, with the value that ADAL and MSAL archive (``LegacyWipeMarker``).
    package init(bundleID: String) {
        self.init(bundleID: bundleID) { bundleID, time in
            LegacyWipeMarker(bundleID: bundleID, wipeTime: Date(unixSeconds: time)).archive
        }
    }
}

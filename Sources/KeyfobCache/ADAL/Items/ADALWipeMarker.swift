package import Foundation
import KeyfobCore

/// The item that ADAL and MSAL write to a keychain when they remove a refresh token: the app and the time.
///
/// It deletes nothing, and is read for diagnostics only, when a refresh token is missing.
package struct ADALWipeMarker: Sendable, Hashable {
    /// `kSecAttrAccount` of the marker; it has no service.
    package static let account = "TokenWipe"
    /// `kSecAttrGeneric` of the marker.
    package static let generic = "Microsoft.ADAL.WipeAll.1"

    /// The app (`bundleId`).
    package let bundleID: String
    /// The time (`wipeTime`).
    package let wipeTime: Date

    /// Makes a marker.
    package init(bundleID: String, wipeTime: Date) {
        self.bundleID = bundleID
        self.wipeTime = wipeTime
    }

    /// Reads the archive of a marker; nil if it is malformed.
    package init?(archive: [UInt8]) {
        guard let members = (try? KeyedArchive.decode(archive))?.dictionaryValue,
            let bundleID = members["bundleId"]?.stringValue, let wipeTime = members["wipeTime"]?.dateValue
        else { return nil }
        self.init(bundleID: bundleID, wipeTime: wipeTime)
    }

    /// The archive of the marker: a dictionary.
    package var archive: [UInt8] {
        KeyedArchive.encode(
            .dictionary(
                ArchivedDictionary([
                    ArchivedDictionary.Entry(.string("bundleId"), .string(bundleID)),
                    ArchivedDictionary.Entry(.string("wipeTime"), .date(wipeTime)),
                ])))
    }
}

extension KeychainWipeMarker {
    /// Makes a marker for an app, with the value that ADAL and MSAL archive (``ADALWipeMarker``).
    package init(bundleID: String) {
        self.init(bundleID: bundleID) { bundleID, time in
            ADALWipeMarker(bundleID: bundleID, wipeTime: Date(unixSeconds: time)).archive
        }
    }
}

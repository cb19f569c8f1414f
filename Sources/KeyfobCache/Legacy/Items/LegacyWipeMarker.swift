public import Foundation

/// The item that ADAL and MSAL write to a keychain when they remove a refresh token: the app and the time.
///
/// It deletes nothing, and is read for diagnostics only, when a refresh token is missing.
public struct LegacyWipeMarker: Sendable, Hashable {
    /// `kSecAttrAccount` of the marker; it has no service.
    public static let account = "TokenWipe"
    /// `kSecAttrGeneric` of the marker.
    public static let generic = "Microsoft.ADAL.WipeAll.1"

    /// The app (`bundleId`).
    public let bundleID: String
    /// The time (`wipeTime`).
    public let wipeTime: Date

    /// Makes a marker.
    public init(bundleID: String, wipeTime: Date) {
        self.bundleID = bundleID
        self.wipeTime = wipeTime
    }

    /// Reads the archive of a marker; nil if it is malformed.
    public init?(archive: [UInt8]) {
        guard let members = (try? KeyedArchive.decode(archive))?.dictionaryValue,
            let bundleID = members["bundleId"]?.stringValue, let wipeTime = members["wipeTime"]?.dateValue
        else { return nil }
        self.init(bundleID: bundleID, wipeTime: wipeTime)
    }

    /// The archive of the marker: a dictionary.
    public var archive: [UInt8] {
        KeyedArchive.encode(
            .dictionary(
                ArchivedDictionary([
                    ArchivedDictionary.Entry(.string("bundleId"), .string(bundleID)),
                    ArchivedDictionary.Entry(.string("wipeTime"), .date(wipeTime)),
                ])))
    }
}

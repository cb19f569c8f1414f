#if os(Linux)
import KeyfobCore
import KeyfobDeviceProtocol

/// An entry of the registry's file: data that the bundle's own files do not contain, or that outlives them.
struct AppEntry: Sendable, Hashable {
    let bundleID: String
    /// The team that signed it, "" for an unsigned app; nil where an earlier version has not recorded it.
    let signer: String?
    let userID: UInt32
    let isManaged: Bool
    let isInstalled: Bool
    /// The app groups that any of its versions has named. Their items stay when the app is removed.
    let appGroups: Set<String>

    /// Makes the entry of an installed app.
    ///
    /// - Parameter known: the earlier entry of the same app, if there is one.
    init(_ manifest: AppManifest, userID: UInt32, isManaged: Bool, known: Self?) {
        bundleID = manifest.bundleID
        signer = manifest.signer
        self.userID = userID
        self.isManaged = isManaged
        isInstalled = true
        appGroups = manifest.appGroups.union(known?.appGroups ?? [])
    }

    /// Makes the entry of a removed app.
    init(removed entry: Self) {
        (bundleID, signer, userID, appGroups) = (entry.bundleID, entry.signer, entry.userID, entry.appGroups)
        (isManaged, isInstalled) = (false, false)
    }

    /// - Throws: ``KeyfobDeviceProtocol/DeviceError`` with code `failed` if the value is no entry of the file at
    ///   `path`.
    init(json value: JSONValue, of path: String) throws(DeviceError) {
        guard let bundleID = value["bundle_id"]?.stringValue, AppManifest.isName(bundleID),
            let userID = value["uid"]?.integerValue.flatMap({ UInt32(exactly: $0) }),
            let isManaged = value["managed"]?.boolValue, let isInstalled = value["installed"]?.boolValue
        else { throw DeviceError(.failed, "\(path) has an invalid entry.") }
        self.bundleID = bundleID
        signer = value["team"]?.stringValue
        self.userID = userID
        self.isManaged = isManaged
        self.isInstalled = isInstalled
        appGroups = Set((value["app_groups"]?.arrayValue ?? []).compactMap(\.stringValue))
    }

    var json: JSONValue {
        var members: [String: JSONValue] = [
            "bundle_id": .string(bundleID), "uid": .integer(userID), "managed": .bool(isManaged),
            "installed": .bool(isInstalled), "app_groups": .array(appGroups.sorted().map { .string($0) }),
        ]
        if let signer { members["team"] = .string(signer) }
        return .object(members)
    }
}
#endif

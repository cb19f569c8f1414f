import KeyfobCore

/// An app's own identity, which the device returns on connection: the counterpart of `Bundle.main` and its
/// entitlements.
public struct AppIdentity: Sendable, Hashable {
    /// Bundle id, team and assurance.
    public var origin: AppOrigin
    /// `CFBundleDisplayName`, else `CFBundleName`, else the bundle id.
    public var name: String
    /// `CFBundleShortVersionString`.
    public var version: String?
    /// The keychain access groups with their prefixes, the default one first; none if the app is not signed.
    public var accessGroups: [String]
    /// The operating system whose rules the device follows.
    public var os: DeviceOS
    /// The folder of the installed bundle, with its `Info.plist` and `entitlements.plist`, which the app may only read.
    public var bundlePath: String
    /// The file with the offset of the device's clock from the machine's: whole seconds in decimal. Nil on a device
    /// whose clock is the machine's.
    public var clockPath: String?

    /// Makes an identity.
    public init(
        origin: AppOrigin, name: String, version: String?, accessGroups: [String], os: DeviceOS, bundlePath: String,
        clockPath: String? = nil
    ) {
        self.origin = origin
        self.name = name
        self.version = version
        self.accessGroups = accessGroups
        self.os = os
        self.bundlePath = bundlePath
        self.clockPath = clockPath
    }

    /// The app's bundle id.
    public var bundleID: String { origin.bundleID }
    /// The team that signed the app.
    public var teamID: String? { origin.teamID }

    var json: JSONValue {
        var members: [String: JSONValue] = [
            "origin": origin.json, "name": .string(name), "access_groups": .strings(accessGroups),
            "os": .string(os.rawValue), "bundle_path": .string(bundlePath),
        ]
        members["version"] = version.map { .string($0) }
        members["clock_path"] = clockPath.map { .string($0) }
        return .object(members)
    }

    init(json: JSONValue) throws(DeviceError) {
        let fields = try DeviceFields(json)
        self.init(
            origin: try AppOrigin(json: try fields.value("origin")), name: try fields.text("name"),
            version: try fields.textIfAny("version"), accessGroups: try fields.texts("access_groups"),
            os: try fields.choice("os"), bundlePath: try fields.text("bundle_path"),
            clockPath: try fields.textIfAny("clock_path"))
    }
}

/// The operating system whose rules about reporting a URL's sender the device follows.
public enum DeviceOS: String, Sendable, Hashable, CaseIterable {
    /// The receiver of a URL always gets the sender.
    case ios12
    /// The receiver gets the sender only if both apps are of one team; the default.
    case ios13
}

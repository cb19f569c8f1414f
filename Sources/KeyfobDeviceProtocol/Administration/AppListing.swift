public import KeyfobCore

/// An installed app, as the device's owner sees it.
public struct AppListing: Sendable, Hashable {
    /// The app's identity.
    public var origin: AppOrigin
    /// `CFBundleDisplayName`, else `CFBundleName`, else the bundle id.
    public var name: String
    /// `CFBundleShortVersionString`.
    public var version: String?
    /// The user id that its processes have.
    public var userID: UInt32
    /// The process id, if it is running.
    public var processID: Int32?
    /// Whether it is in front.
    public var isInForeground: Bool
    /// The folder that its processes have as `KEYFOB_HOME`.
    public var home: String

    /// Makes a listing.
    public init(
        origin: AppOrigin, name: String, version: String?, userID: UInt32, processID: Int32?, isInForeground: Bool,
        home: String
    ) {
        self.origin = origin
        self.name = name
        self.version = version
        self.userID = userID
        self.processID = processID
        self.isInForeground = isInForeground
        self.home = home
    }

    /// The listing as JSON, for programs.
    public var json: JSONValue {
        var members: [String: JSONValue] = [
            "origin": origin.json, "name": .string(name), "uid": .integer(userID), "front": .bool(isInForeground),
            "home": .string(home),
        ]
        members["version"] = version.map { .string($0) }
        members["pid"] = processID.map { .integer($0) }
        return .object(members)
    }

    init(json: JSONValue) throws(DeviceError) {
        let fields = try DeviceFields(json)
        self.init(
            origin: try AppOrigin(json: try fields.value("origin")), name: try fields.text("name"),
            version: try fields.textIfAny("version"),
            userID: try fields.read("uid") { $0.integerValue.flatMap { UInt32(exactly: $0) } },
            processID: try fields.numberIfAny("pid").flatMap { Int32(exactly: $0) },
            isInForeground: try fields.flag("front"), home: try fields.text("home"))
    }
}

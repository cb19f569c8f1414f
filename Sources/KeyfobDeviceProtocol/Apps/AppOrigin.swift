import KeyfobCore

/// Who asked, as the device knows it; nothing here was told by the app itself.
public struct AppOrigin: Sendable, Hashable {
    /// The app's bundle id.
    public var bundleID: String
    /// The team that signed it; nil if nobody did.
    public var teamID: String?
    /// Whether the device's management installed it (`isCallerManaged`).
    public var isManaged: Bool
    /// What this rests on.
    public var assurance: AppAssurance

    /// Makes an origin.
    public init(bundleID: String, teamID: String?, isManaged: Bool = false, assurance: AppAssurance) {
        self.bundleID = bundleID
        self.teamID = teamID
        self.isManaged = isManaged
        self.assurance = assurance
    }

    var json: JSONValue {
        var members: [String: JSONValue] = [
            "bundle_id": .string(bundleID), "managed": .bool(isManaged), "assurance": .string(assurance.rawValue),
        ]
        members["team_id"] = teamID.map { .string($0) }
        return .object(members)
    }

    init(json: JSONValue) throws(DeviceFault) {
        let fields = try DeviceFields(json)
        self.init(
            bundleID: try fields.text("bundle_id"), teamID: try fields.textIfAny("team_id"),
            isManaged: try fields.flag("managed"), assurance: try fields.choice("assurance"))
    }
}

import KeyfobCore

/// The identity of a caller, as the device reports it; no part of it comes from the app itself.
public struct AppOrigin: Sendable, Hashable {
    /// The app's bundle id.
    public var bundleID: String
    /// The team that signed it; nil if it is unsigned.
    public var teamID: String?
    /// Whether the device's management installed it (`isCallerManaged`).
    public var isManaged: Bool
    /// How the device has identified it.
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

    init(json: JSONValue) throws(DeviceError) {
        let fields = try DeviceFields(json)
        self.init(
            bundleID: try fields.text("bundle_id"), teamID: try fields.textIfAny("team_id"),
            isManaged: try fields.flag("managed"), assurance: try fields.choice("assurance"))
    }
}

/// How the device identifies an app.
public enum AppAssurance: String, Sendable, Hashable, CaseIterable {
    /// By the kernel: the app's processes have a user id of their own.
    case kernelEnforced
    /// All apps run under one user id, so that any of them can impersonate another: no proof of anything.
    case claimed
}

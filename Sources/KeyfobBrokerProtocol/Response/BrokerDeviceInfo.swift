/// The device information in every response of a broker.
public struct BrokerDeviceInfo: Sendable, Hashable {
    /// The mode of the device (`device_mode`).
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// For one user.
        case personal
        /// For several users, one after the other: signing out applies to every app.
        case shared
    }

    /// The mode of the single sign-on extension (`sso_extension_mode`).
    public enum ExtensionMode: String, Sendable, Hashable, CaseIterable {
        /// All operations.
        case full
        /// Only operations without user interaction.
        case silentOnly = "silent_only"
    }

    /// `device_mode`
    public var mode: Mode?
    /// `sso_extension_mode`
    public var extensionMode: ExtensionMode?
    /// `wpj_status`: whether the device is registered.
    public var isRegistered: Bool?
    /// `broker_version`
    public var brokerVersion: String?
    /// `preferred_auth_config`: the sign-in method that users are offered first.
    public var preferredAuthMethod: String?
    /// `extraDeviceInfo`: further facts, such as `primary_registration_metadata_upn`.
    public var extra: [String: String] = [:]
    /// `keyfob_account_kinds`: the kinds of accounts besides work and school ones that the broker signs in, such as
    /// `b2c`, `ciam` and `adfs`. Microsoft's brokers do not report it, and sign in none.
    public var otherAccountKinds: Set<String> = []

    /// Makes empty information.
    public init() {}

    /// Whether it is a shared device.
    public var isShared: Bool { mode == .shared }
}

extension BrokerDeviceInfo {
    init(_ members: BrokerMembers) {
        mode = members["device_mode"].flatMap(Mode.init(rawValue:))
        extensionMode = members["sso_extension_mode"].flatMap(ExtensionMode.init(rawValue:))
        isRegistered = members["wpj_status"].map { $0 == "joined" }
        brokerVersion = members["broker_version"]
        preferredAuthMethod = members["preferred_auth_config"]
        extra = members["extraDeviceInfo"].flatMap { BrokerMembers(json: $0) }?.dictionary ?? [:]
        otherAccountKinds = Set((members["keyfob_account_kinds"] ?? "").split(separator: ",").map(String.init))
    }

    func write(to out: inout BrokerMembers) {
        out.put("device_mode", mode?.rawValue)
        out.put("sso_extension_mode", extensionMode?.rawValue)
        out.put("wpj_status", isRegistered.map { $0 ? "joined" : "notJoined" })
        out.put("broker_version", brokerVersion)
        out.put("preferred_auth_config", preferredAuthMethod)
        out.put("extraDeviceInfo", extra.isEmpty ? nil : BrokerMembers(extra).jsonText)
        out.put("keyfob_account_kinds", otherAccountKinds.sorted().joined(separator: ","))
    }

    static let names: Set<String> = [
        "device_mode", "sso_extension_mode", "wpj_status", "broker_version", "preferred_auth_config",
        "extraDeviceInfo", "keyfob_account_kinds",
    ]
}

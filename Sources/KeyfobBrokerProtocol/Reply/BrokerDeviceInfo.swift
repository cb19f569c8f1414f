/// What a broker says of the device with every reply.
public struct BrokerDeviceInfo: Sendable, Hashable {
    /// Whose device it is (`device_mode`).
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// One person's.
        case personal
        /// Several persons', one after the other: whoever signs out signs out of every app.
        case shared
    }

    /// What the single sign-on extension does (`sso_extension_mode`).
    public enum ExtensionMode: String, Sendable, Hashable, CaseIterable {
        /// Everything.
        case full
        /// Nothing that a person sees.
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
    /// `preferred_auth_config`: by which way of signing in persons are asked first.
    public var preferredAuthMethod: String?
    /// `extraDeviceInfo`: further facts, such as `primary_registration_metadata_upn`.
    public var extra: [String: String] = [:]
    /// `keyfob_account_kinds`: which kinds of accounts beside work and school ones the broker signs in, as `b2c`, `ciam`
    /// and `adfs`. Microsoft's brokers do not say it, and sign in none.
    public var otherAccountKinds: Set<String> = []

    /// Says nothing.
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

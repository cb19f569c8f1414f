/// A control that a policy can require. The cases are in the order in which they are handled: first those that the user
/// cannot change, then those of the user, of the device, and of the app.
package enum PolicyControl: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Access is blocked.
    case block
    /// The password was entered recently enough (`sessionControls.signInFrequency`).
    case signInFrequency
    /// The second factor was given recently enough (the same, for `secondaryAuthentication`).
    case secondFactorFrequency
    /// A second factor.
    case mfa
    /// A second factor of certain kinds.
    case authenticationStrength
    /// A device that is compliant with the organization's rules.
    case compliantDevice
    /// A device that is joined to a domain on premises as well.
    case domainJoinedDevice
    /// An app that enforces an app protection policy.
    case compliantApplication
    /// An app that the organization has approved, and that uses the broker.
    case approvedApplication

    /// Compares by the order in which controls are handled.
    package static func < (left: PolicyControl, right: PolicyControl) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// Whether it is about the device or the app, and so cannot be required for registering or enrolling one.
    var isMetByRegistering: Bool {
        switch self {
        case .compliantDevice, .domainJoinedDevice, .compliantApplication, .approvedApplication: true
        default: false
        }
    }
}

/// `grantControls`: the controls of which all, or one, must be met.
package struct GrantControls: Sendable, Hashable {
    /// Whether one of the controls is enough (`OR`).
    package let isAny: Bool
    /// The controls, ``PolicyControl/authenticationStrength`` among them if there is one.
    package let controls: [PolicyControl]
    /// `authenticationStrength`
    package let strength: AuthenticationStrength?

    init?(_ reader: PolicyReader) throws(PolicyFormatError) {
        try reader.allow(only: ["operator", "builtInControls", "authenticationStrength"])
        var controls: [PolicyControl] = []
        for name in try reader.strings("builtInControls") {
            guard let control = PolicyControl.builtIn.first(where: { $0.rawValue.lowercased() == name.lowercased() })
            else {
                throw reader.fault(
                    "builtInControls",
                    "'\(name.prefix(64))' cannot be met here, so the policy would only block")
            }
            if !controls.contains(control) { controls.append(control) }
        }
        strength =
            try reader.object("authenticationStrength").map { (inner) throws(PolicyFormatError) in
                try AuthenticationStrength(inner)
            } ?? nil
        if strength != nil { controls.append(.authenticationStrength) }
        guard !controls.isEmpty else { return nil }
        switch try reader.string("operator")?.uppercased() {
        case "AND": isAny = false
        case "OR": isAny = true
        case nil where controls.count == 1: isAny = true
        default: throw reader.fault("operator", "it is neither AND nor OR")
        }
        if controls.contains(.block), controls.count > 1 {
            throw reader.fault("builtInControls", "block cannot be combined with other controls")
        }
        self.controls = controls.sorted()
    }
}

extension PolicyControl {
    /// The controls that `builtInControls` can name here.
    static let builtIn: [PolicyControl] = [
        .block, .mfa, .compliantDevice, .domainJoinedDevice, .approvedApplication, .compliantApplication,
    ]
}

/// `sessionControls`: how long a sign-in remains valid.
package struct SessionControls: Sendable, Hashable {
    /// How often a user has to sign in.
    package struct Frequency: Sendable, Hashable {
        /// The seconds for which a sign-in remains valid.
        package let seconds: Int64
        /// Whether it applies to the second factor only, and not to the password.
        package let isForSecondFactor: Bool
    }

    /// The validity in seconds of a sign-in where a policy requires one every time: enough to acquire a token.
    package static let everyTimeSeconds: Int64 = 300

    /// `signInFrequency`
    package let frequency: Frequency?
    /// `persistentBrowser` is `never`: the session ends with the browser, whatever the user chose.
    package let endsWithBrowser: Bool

    /// Makes empty controls.
    package init() {
        frequency = nil
        endsWithBrowser = false
    }

    init(_ reader: PolicyReader) throws(PolicyFormatError) {
        for name in ["applicationEnforcedRestrictions", "cloudAppSecurity", "secureSignInSession"] {
            if try reader.object(name)?.bool("isEnabled") ?? false {
                throw reader.fault(name, "this provider cannot evaluate it, so a policy that has it is refused")
            }
        }
        // Resilience defaults apply during an outage, which this provider does not have.
        try reader.allow(only: [
            "signInFrequency", "persistentBrowser", "disableResilienceDefaults", "applicationEnforcedRestrictions",
            "cloudAppSecurity", "secureSignInSession",
        ])
        frequency =
            try reader.object("signInFrequency").map { (inner) throws(PolicyFormatError) in
                try Self.frequency(inner)
            } ?? nil
        guard let browser = try reader.object("persistentBrowser"), try browser.bool("isEnabled") ?? true else {
            endsWithBrowser = false
            return
        }
        try browser.allow(only: ["isEnabled", "mode"])
        switch try browser.string("mode") {
        case "always": throw browser.fault("mode", "a session outlives the browser only where the user chooses so")
        case "never": endsWithBrowser = true
        default: throw browser.fault("mode", "it is neither always nor never")
        }
    }

    private static func frequency(_ reader: PolicyReader) throws(PolicyFormatError) -> Frequency? {
        try reader.allow(only: ["isEnabled", "value", "type", "authenticationType", "frequencyInterval"])
        guard try reader.bool("isEnabled") ?? true else { return nil }
        let isForSecondFactor: Bool
        switch try reader.string("authenticationType") {
        case "primaryAndSecondaryAuthentication", nil: isForSecondFactor = false
        case "secondaryAuthentication": isForSecondFactor = true
        default: throw reader.fault("authenticationType", "it is not known here")
        }
        switch try reader.string("frequencyInterval") {
        case "everyTime": return Frequency(seconds: everyTimeSeconds, isForSecondFactor: isForSecondFactor)
        case "timeBased", nil: break
        default: throw reader.fault("frequencyInterval", "it is neither timeBased nor everyTime")
        }
        let unit: Int64
        switch try reader.string("type") {
        case "hours": unit = 3600
        case "days": unit = 86400
        default: throw reader.fault("type", "it is neither hours nor days")
        }
        guard let value = try reader.integer("value"), (1...8760).contains(value) else {
            throw reader.fault("value", "it is not a whole number from 1 to 8760")
        }
        return Frequency(seconds: value * unit, isForSecondFactor: isForSecondFactor)
    }
}

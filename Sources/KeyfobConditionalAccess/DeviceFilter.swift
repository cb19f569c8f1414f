/// A rule about devices, in the language of Microsoft Graph's `deviceFilter.rule`:
/// `device.isCompliant -eq True -and (device.operatingSystem -in ["iOS", "macOS"] -or -not (device.displayName -startsWith "Lab"))`.
package indirect enum DeviceFilter: Sendable, Hashable {
    /// A comparison of an attribute.
    case comparison(Attribute, Operator, Value)
    /// `-not`
    case negation(DeviceFilter)
    /// `-and`
    case conjunction(DeviceFilter, DeviceFilter)
    /// `-or`
    case disjunction(DeviceFilter, DeviceFilter)

    /// The attributes that a rule can compare. The directory stores no others.
    package enum Attribute: String, Sendable, Hashable, CaseIterable {
        /// The device's id.
        case deviceId
        /// Its name.
        case displayName
        /// Whether it is compliant with the organization's rules.
        case isCompliant
        /// `AzureAD` (joined), `ServerAD` (joined to a domain as well) or `Workplace` (registered).
        case trustType
        /// `iOS`, `macOS` and so on.
        case operatingSystem
        /// The system's version.
        case operatingSystemVersion
        /// `Company` (joined) or `Personal` (registered).
        case deviceOwnership
    }

    /// The operator of a comparison. Text is compared without regard to letter case.
    package enum Operator: String, Sendable, Hashable, CaseIterable {
        /// Equal.
        case eq
        /// Not equal.
        case ne
        /// Begins with.
        case startsWith
        /// Does not begin with.
        case notStartsWith
        /// Ends with.
        case endsWith
        /// Does not end with.
        case notEndsWith
        /// Contains.
        case contains
        /// Does not contain.
        case notContains
        /// Is one of a list.
        case `in`
        /// Is none of a list.
        case notIn

        /// The operator that this one negates.
        var positive: Operator? {
            switch self {
            case .ne: .eq
            case .notStartsWith: .startsWith
            case .notEndsWith: .endsWith
            case .notContains: .contains
            case .notIn: .in
            default: nil
            }
        }
    }

    /// The value of a comparison.
    package enum Value: Sendable, Hashable {
        /// Text in quotes.
        case text(String)
        /// `True` or `False`.
        case bool(Bool)
        /// A list of texts.
        case list([String])
        /// `null`: the attribute is not set.
        case null
    }

    /// Whether a device meets the rule. A device that is not registered has no attributes: a positive comparison is
    /// then not met, and its negation is.
    package func matches(_ device: SignInFacts.Device?) -> Bool {
        switch self {
        case .comparison(let attribute, let comparison, let value):
            guard let positive = comparison.positive else {
                return Self.compares(device?.value(attribute), comparison, value)
            }
            return !Self.compares(device?.value(attribute), positive, value)
        case .negation(let rule): return !rule.matches(device)
        case .conjunction(let left, let right): return left.matches(device) && right.matches(device)
        case .disjunction(let left, let right): return left.matches(device) || right.matches(device)
        }
    }

    private static func compares(_ actual: Value?, _ comparison: Operator, _ expected: Value) -> Bool {
        switch (actual, expected) {
        case (nil, .null): return comparison == .eq
        case (.bool(let left), .bool(let right)): return comparison == .eq && left == right
        case (.text(let left), .list(let right)):
            return comparison == .in && right.contains { $0.lowercased() == left.lowercased() }
        case (.text(let left), .text(let right)):
            let (left, right) = (left.lowercased(), right.lowercased())
            return switch comparison {
            case .eq: left == right
            case .startsWith: left.hasPrefix(right)
            case .endsWith: left.hasSuffix(right)
            case .contains: right.isEmpty || left.contains(right)
            default: false
            }
        default: return false
        }
    }
}

/// `devices.deviceFilter`: a rule, and whether it includes or excludes the devices that meet it.
package struct DeviceFilterCondition: Sendable, Hashable {
    /// Whether devices that meet the rule are excluded (`exclude`).
    package let isExclusion: Bool
    /// The rule.
    package let rule: DeviceFilter

    init?(devices: PolicyReader) throws(PolicyFormatError) {
        try devices.allow(only: ["deviceFilter"])
        guard let filter = try devices.object("deviceFilter") else { return nil }
        try filter.allow(only: ["mode", "rule"])
        switch try filter.string("mode") {
        case "include": isExclusion = false
        case "exclude": isExclusion = true
        default: throw filter.fault("mode", "it is neither include nor exclude")
        }
        let text = try filter.required("rule")
        do { rule = try DeviceFilter(parsing: text) } catch { throw filter.fault("rule", error.message) }
    }

    func holds(for device: SignInFacts.Device?) -> Bool { rule.matches(device) != isExclusion }
}

/// The conditions under which a managed device is compliant.
package struct ComplianceRule: Sendable, Hashable, Codable {
    /// The oldest allowed version of each system, by the system's name in lower case: `["ios": "17.4"]`.
    package var minimumVersions: [String: String]
    /// Whether an administrator marks each device as compliant by hand.
    package var isByHand: Bool

    /// Makes a rule; without arguments every managed device is compliant.
    package init(minimumVersions: [String: String] = [:], isByHand: Bool = false) {
        self.minimumVersions = minimumVersions
        self.isByHand = isByHand
    }

    /// The conditions that a device does not meet, as sentences for its user; empty if it is compliant.
    package func shortcomings(of device: RegisteredDevice) -> [String] {
        guard device.isManaged else { return ["The device is not enrolled in management."] }
        var found: [String] = []
        let system = device.operatingSystem.lowercased()
        if let minimum = minimumVersions.first(where: { $0.key.lowercased() == system })?.value,
            Self.isOlder(device.operatingSystemVersion, than: minimum)
        {
            found.append(
                "The system is \(device.operatingSystem) \(device.operatingSystemVersion); "
                    + "the organization requires \(minimum) or later.")
        }
        if isByHand, !device.isCompliant { found.append("An administrator has not approved the device yet.") }
        return found
    }

    /// Compares versions number by number; a part that is not a number counts as 0.
    static func isOlder(_ version: String, than minimum: String) -> Bool {
        func numbers(_ text: String) -> [Int] {
            text.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
        }
        let (have, want) = (numbers(version), numbers(minimum))
        for index in 0..<max(have.count, want.count) {
            let (left, right) = (index < have.count ? have[index] : 0, index < want.count ? want[index] : 0)
            if left != right { return left < right }
        }
        return false
    }
}

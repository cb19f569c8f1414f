/// The oldest Intune App SDK that works with MSAL.
package enum IntuneRules {
    /// 11.1.2: older versions include ADAL.
    package static let oldest = [11, 1, 2]

    /// Whether a version, such as `12.0.1` or `v11.1.2-beta`, is new enough; nil if it is not a version.
    package static func isNewEnough(_ version: String) -> Bool? {
        let text = version.hasPrefix("v") ? version.dropFirst() : Substring(version)
        let core = text.prefix { $0 != "-" && $0 != "+" && $0 != " " }
        let parts = core.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...4).contains(parts.count) else { return nil }
        var numbers: [Int] = []
        for part in parts {
            guard let part, part >= 0 else { return nil }
            numbers.append(part)
        }
        let padded = numbers + Array(repeating: 0, count: max(0, oldest.count - numbers.count))
        // A pre-release is older than its release.
        guard padded.prefix(oldest.count) != oldest[...] else { return !text.contains("-") }
        return !padded.lexicographicallyPrecedes(oldest)
    }

    static func findings(for subject: SetupSubject) -> [SetupFinding] {
        guard let version = subject.intuneVersion, isNewEnough(version) != true else { return [] }
        let wanted = oldest.map { String($0) }.joined(separator: ".")
        guard isNewEnough(version) != nil else {
            return [
                SetupFinding(
                    .intuneTooOld, .error, "\(version) is not a version of the Intune App SDK.",
                    meaning: "Whether it works with MSAL is not known: \(wanted) is the oldest that does.",
                    remedy: "Name the version by its numbers, such as \(wanted).")
            ]
        }
        return [
            SetupFinding(
                .intuneTooOld, .error,
                "The Intune App SDK is \(version); \(wanted) is the oldest that works with MSAL.",
                meaning: "Older versions include ADAL, and app protection policies then never see the sign-in.",
                remedy: "Use the Intune App SDK \(wanted) or later.")
        ]
    }
}

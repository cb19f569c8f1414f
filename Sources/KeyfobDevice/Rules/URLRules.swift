#if os(Linux)
import KeyfobDeviceProtocol

/// The rules for URLs: which app gets one, and what it learns about the sender.
enum URLRules {
    /// The result of `canOpenURL`.
    enum Query: String {
        case yes
        case no
        /// The app has not declared the scheme: also false, but for another reason.
        case notDeclared = "not_declared"
    }

    /// Returns the app that a URL is for, and whether it comes as a universal link.
    ///
    /// An `https` URL goes to the first app that has claimed its host, other than the one that opens it; one of another
    /// scheme to the first installed app that owns the scheme. If others of its team own it too, the one whose bundle
    /// id is the URL's host gets it instead, so that a suite can share a scheme. iOS does not define which of several
    /// gets it.
    ///
    /// - Parameters:
    ///   - apps: in the order in which they were installed.
    ///   - opener: the app that opens it; nil for the user.
    static func receiver(
        of target: URLTarget, among apps: [InstalledApp], opener: String?, universalLinksOnly: Bool
    ) -> (app: InstalledApp, isUniversalLink: Bool)? {
        if target.scheme == "https", let host = target.host {
            let claimant = apps.first { $0.bundleID != opener && $0.manifest.linkedHosts.contains(host) }
            if let claimant { return (claimant, true) }
        }
        guard !universalLinksOnly else { return nil }
        let owners = apps.filter { $0.manifest.schemes.contains(target.scheme) }
        guard let first = owners.first else { return nil }
        return (named(target, among: owners, team: first.manifest.teamID) ?? first, false)
    }

    /// Returns the app of a team that a URL's host names: by its exact bundle id, else by one that differs only in
    /// case.
    ///
    /// A name takes nothing from another team: its owner chose it, and may have chosen a host that others use.
    private static func named(_ target: URLTarget, among owners: [InstalledApp], team: String?) -> InstalledApp? {
        guard let team, let host = target.host else { return nil }
        let own = owners.filter { $0.manifest.teamID == team }
        return own.first { $0.bundleID == target.hostAsWritten } ?? own.first { $0.bundleID.lowercased() == host }
    }

    /// Returns the result of `canOpenURL`: always yes for the web, else yes for a declared scheme that an app owns.
    static func query(_ target: URLTarget, by app: InstalledApp, among apps: [InstalledApp]) -> Query {
        if target.isWeb { return .yes }
        guard app.manifest.queriedSchemes.contains(target.scheme) else { return .notDeclared }
        return apps.contains { $0.manifest.schemes.contains(target.scheme) } ? .yes : .no
    }

    /// Returns the sender that the receiver sees: always up to iOS 12, only if it is of the same team since iOS 13.
    static func source(_ opener: InstalledApp?, for receiver: InstalledApp, os: DeviceOS) -> String? {
        guard let opener else { return nil }
        switch os {
        case .ios12: return opener.bundleID
        case .ios13:
            let isSameTeam = opener.manifest.teamID != nil && opener.manifest.teamID == receiver.manifest.teamID
            return isSameTeam ? opener.bundleID : nil
        }
    }

    /// Returns the warnings for a bundle that is installed next to others.
    static func warnings(_ app: InstalledApp, among others: [InstalledApp]) -> [String] {
        var warnings: [String] = []
        for scheme in Set(app.manifest.schemes).sorted() {
            for other in others where other.bundleID != app.bundleID && other.manifest.schemes.contains(scheme) {
                warnings.append(
                    other.manifest.teamID != nil && other.manifest.teamID == app.manifest.teamID
                        ? "\(other.bundleID) of the same team owns the scheme \(scheme) too: only URLs whose host is "
                            + "\(app.bundleID) reach this app."
                        : "\(other.bundleID) of another team owns the scheme \(scheme) too, and gets its URLs, because it "
                            + "was installed first; on iOS that is not defined. Choose a scheme that no other app has, "
                            + "for example msauth.\(app.bundleID).")
            }
        }
        if app.manifest.teamID == nil {
            warnings.append(
                "\(app.bundleID) is not signed: it has no keychain (errSecMissingEntitlement). Add signature.plist.")
        }
        return warnings
    }
}
#endif

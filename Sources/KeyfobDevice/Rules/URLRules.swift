import KeyfobDeviceProtocol

/// Who gets a URL, and what is told about who opened it.
enum URLRules {
    /// How `canOpenURL` ends.
    enum Query: String {
        case yes
        case no
        /// The app has not declared the scheme: false as well, but for another reason.
        case notDeclared = "not_declared"
    }

    /// The app that a URL is for, and whether it comes as a universal link.
    ///
    /// A `https` URL goes to the first app that has claimed its host, other than the one that opens it; one of another
    /// scheme to the first installed app that owns the scheme. If others of its team own it too, the one whose bundle id
    /// is the URL's host gets it instead, so that a suite can share a scheme. iOS leaves open who of several gets it.
    ///
    /// - Parameters:
    ///   - apps: in the order in which they were installed.
    ///   - opener: who opens it; nil for a person.
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

    /// The app of a team that a URL's host names: by its very bundle id, else by one that differs in case alone.
    ///
    /// A name takes nothing from another team: its owner chose it, and may have chosen what others write as host.
    private static func named(_ target: URLTarget, among owners: [InstalledApp], team: String?) -> InstalledApp? {
        guard let team, let host = target.host else { return nil }
        let own = owners.filter { $0.manifest.teamID == team }
        return own.first { $0.bundleID == target.hostAsWritten } ?? own.first { $0.bundleID.lowercased() == host }
    }

    /// What `canOpenURL` says: about the web always yes, else yes for a declared scheme that an app owns.
    static func query(_ target: URLTarget, by app: InstalledApp, among apps: [InstalledApp]) -> Query {
        if target.isWeb { return .yes }
        guard app.manifest.queriedSchemes.contains(target.scheme) else { return .notDeclared }
        return apps.contains { $0.manifest.schemes.contains(target.scheme) } ? .yes : .no
    }

    /// What the receiver is told: always who opened it up to iOS 12, only of its own team since iOS 13.
    static func source(_ opener: InstalledApp?, told receiver: InstalledApp, os: DeviceOS) -> String? {
        guard let opener else { return nil }
        switch os {
        case .ios12: return opener.bundleID
        case .ios13:
            let isSameTeam = opener.manifest.teamID != nil && opener.manifest.teamID == receiver.manifest.teamID
            return isSameTeam ? opener.bundleID : nil
        }
    }

    /// What a bundle should be warned of when it is installed beside others.
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

import KeyfobBrokerProtocol

/// The app that sent a request to the broker, as shown to the user.
package struct RequestingApp: Sendable, Hashable {
    /// The app's own name for itself, shortened so that it cannot push the broker's text off the page; empty if it
    /// gives none. Never verified.
    package let name: String
    /// The bundle id: from the operating system, or else from the redirect URI.
    package let bundleID: String
    /// Whether the operating system has verified the bundle id.
    package let isVerified: Bool
    /// The key under which the broker stores this app's data: team and bundle id, since an app of another team
    /// installed later under the same id is a different app. The bundle id alone where the system reports no team.
    package let owner: String
    /// Whether the operating system reports that no team has signed the app: any other unsigned one may be installed
    /// under its bundle id later, so that nothing about it is remembered.
    let isUnsigned: Bool

    private static let longestName = 64

    /// Makes an app.
    package init(name: String, bundleID: String, isVerified: Bool) {
        self.init(name: name, bundleID: bundleID, isVerified: isVerified, owner: bundleID, isUnsigned: false)
    }

    /// Makes an app from its own name and the operating system's identification.
    init(name: String, caller: CallerIdentity) {
        // The extension reports an unsigned app as one without a team; a URL reports no team at all. Neither bundle ids
        // nor teams contain a slash.
        let owner =
            switch caller.channel {
            case .singleSignOnExtension: "\(caller.teamID ?? "")/\(caller.bundleID)"
            case .url: caller.bundleID
            }
        self.init(
            name: name, bundleID: caller.bundleID, isVerified: caller.assurance != .claimed, owner: owner,
            isUnsigned: caller.channel == .singleSignOnExtension && caller.teamID?.isEmpty ?? true)
    }

    private init(name: String, bundleID: String, isVerified: Bool, owner: String, isUnsigned: Bool) {
        // Counted in scalars: a character can have any number of them.
        self.name = String(String.UnicodeScalarView(name.unicodeScalars.prefix(Self.longestName)))
        self.bundleID = bundleID
        self.isVerified = isVerified
        self.owner = owner
        self.isUnsigned = isUnsigned
    }
}

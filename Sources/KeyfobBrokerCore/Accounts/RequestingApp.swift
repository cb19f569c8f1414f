import KeyfobBrokerProtocol

/// The app that asks the broker, as it is shown to the person.
public struct RequestingApp: Sendable, Hashable {
    /// What it calls itself, cut where it would push what the broker says off the page; empty if it says nothing. Never a
    /// proof.
    public let name: String
    /// Its bundle id: the one that the operating system told, or else the one in its redirect URI.
    public let bundleID: String
    /// Whether the operating system vouches for the bundle id.
    public let isVerified: Bool
    /// Under what the broker keeps what is this app's alone: team and bundle id, since another team's app that is installed
    /// later under the same id is another one. Where the system tells no team, the bundle id.
    package let owner: String

    private static let longestName = 64

    /// Makes an app.
    public init(name: String, bundleID: String, isVerified: Bool) {
        self.init(name: name, bundleID: bundleID, isVerified: isVerified, owner: bundleID)
    }

    /// Makes an app of what it calls itself, and what the operating system tells.
    init(name: String, caller: CallerIdentity) {
        // The extension names an unsigned app as one without a team; a URL names no team at all. Neither
        // bundle ids nor teams have a slash.
        let owner =
            switch caller.channel {
            case .singleSignOnExtension: "\(caller.teamID ?? "")/\(caller.bundleID)"
            case .url: caller.bundleID
            }
        self.init(
            name: name, bundleID: caller.bundleID, isVerified: caller.assurance != .claimed, owner: owner)
    }

    private init(name: String, bundleID: String, isVerified: Bool, owner: String) {
        // By scalars: one character can have any number of them.
        self.name = String(String.UnicodeScalarView(name.unicodeScalars.prefix(Self.longestName)))
        self.bundleID = bundleID
        self.isVerified = isVerified
        self.owner = owner
    }
}

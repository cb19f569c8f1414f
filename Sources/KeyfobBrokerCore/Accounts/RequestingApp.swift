/// The app that asks the broker, as it is shown to the person.
public struct RequestingApp: Sendable, Hashable {
    /// What it calls itself; empty if it says nothing. Never a proof.
    public var name: String
    /// Its bundle id: the one that the operating system told, or else the one in its redirect URI.
    public var bundleID: String
    /// Whether the operating system vouches for the bundle id.
    public var isVerified: Bool

    /// Makes an app.
    public init(name: String, bundleID: String, isVerified: Bool) {
        self.name = name
        self.bundleID = bundleID
        self.isVerified = isVerified
    }
}

/// A second factor in the middle of a sign-in: given, or being asked for, or being registered. It is one user's: whoever
/// goes on as another begins anew.
public struct PendingFactor: Sendable, Hashable, Codable {
    /// The user's object id at home.
    public var userID: String
    /// When the second factor was given in this very sign-in (Unix seconds).
    public var provedAt: Int64?
    /// SHA-256 of the sign-in's key with the code that was texted last; nil if none is out.
    public var textHash: [UInt8]?
    /// Until when the texted code counts.
    public var textExpiresAt: Int64
    /// The key that the page has shown, for an authenticator app to be registered.
    public var proposedKey: [UInt8]?
    /// The number to which a code was texted, for a phone to be registered.
    public var proposedPhoneNumber: String?

    /// Makes a record of nothing.
    public init(userID: String) {
        self.userID = userID
        textExpiresAt = 0
    }
}

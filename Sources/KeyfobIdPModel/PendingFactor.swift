/// A second factor during a sign-in: given, requested, or being registered. It belongs to one user; for another user it
/// starts again.
package struct PendingFactor: Sendable, Hashable, Codable {
    /// The user's object id in the home tenant.
    package var userID: String
    /// The time at which the second factor was given in this sign-in (Unix seconds).
    package var provedAt: Int64?
    /// SHA-256 of the sign-in's key with the last texted code; nil if no code is valid.
    package var textHash: [UInt8]?
    /// The time until which the texted code is valid.
    package var textExpiresAt: Int64
    /// The key that the page has shown, to register an authenticator app.
    package var proposedKey: [UInt8]?
    /// The number to which a code was texted, to register a phone.
    package var proposedPhoneNumber: String?

    /// Makes an empty record.
    package init(userID: String) {
        self.userID = userID
        textExpiresAt = 0
    }
}

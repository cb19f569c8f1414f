/// A sign-in that was sent to the address that requests certificates, and has to return.
///
/// The two addresses are different connections, and may be different hosts, so only this record connects them: the name
/// that was typed and, once a certificate was checked, a ticket that only the browser which presented it has received.
package struct PendingCertificate: Sendable, Hashable, Codable {
    /// The result of the certificate check.
    package enum Outcome: Sendable, Hashable, Codable {
        /// It belongs to the user, by object id.
        case accepted(userID: String, isMultiFactor: Bool)
        /// None was presented.
        case absent
        /// It does not: the AADSTS number, the values of its text, and a detail for the log only.
        case refused(number: Int, values: [String: String], detail: String)
    }

    /// The name that the user typed.
    package var name: String
    /// Scheme, host and port to return to.
    package var origin: String
    /// SHA-256 of the ticket; nil until the check is done.
    package var ticketHash: [UInt8]?
    /// The result.
    package var outcome: Outcome?

    /// Makes a record.
    package init(name: String, origin: String, ticketHash: [UInt8]? = nil, outcome: Outcome? = nil) {
        self.name = name
        self.origin = origin
        self.ticketHash = ticketHash
        self.outcome = outcome
    }
}

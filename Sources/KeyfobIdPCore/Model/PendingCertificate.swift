/// A sign-in on its way to the address that asks for certificates, and back.
///
/// The two addresses are different connections, and may be different hosts, so that nothing of the browser ties them
/// together but what stands here: the name that was typed, and, once a certificate was judged, a ticket that only the
/// browser which presented it was handed.
public struct PendingCertificate: Sendable, Hashable, Codable {
    /// What came of the certificate.
    public enum Outcome: Sendable, Hashable, Codable {
        /// It is the user's, by object id.
        case accepted(userID: String, isMultiFactor: Bool)
        /// None was presented.
        case absent
        /// It is not: the AADSTS number, what stands in its text, and what only the log says.
        case refused(number: Int, values: [String: String], detail: String)
    }

    /// The name that the person typed.
    public var name: String
    /// Scheme, host and port to go back to.
    public var origin: String
    /// SHA-256 of the ticket; nil until a certificate, or its absence, was judged.
    public var ticketHash: [UInt8]?
    /// What came of it.
    public var outcome: Outcome?

    /// Makes a record.
    public init(name: String, origin: String, ticketHash: [UInt8]? = nil, outcome: Outcome? = nil) {
        self.name = name
        self.origin = origin
        self.ticketHash = ticketHash
        self.outcome = outcome
    }
}

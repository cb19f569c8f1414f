/// Why a server could not begin to listen.
public struct ListenError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    public enum Reason: Sendable, Hashable {
        /// Another process listens on that address already (`EADDRINUSE`).
        case addressInUse
        /// The machine has no such address (`EADDRNOTAVAIL`, `EAFNOSUPPORT`).
        case noSuchAddress
        /// The process may not listen there (`EACCES`): a port below 1024.
        case notAllowed
        /// The certificate and its key cannot be used.
        case badIdentity
        /// Anything else.
        case other
    }

    /// What kind of failure it is.
    public let reason: Reason
    /// What happened and what to do, in a sentence or two.
    public let description: String

    init(_ reason: Reason, _ description: String) {
        self.reason = reason
        self.description = description
    }
}

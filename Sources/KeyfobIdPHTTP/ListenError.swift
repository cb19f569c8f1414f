/// The error of a server that cannot listen.
package struct ListenError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    package enum Reason: Sendable, Hashable {
        /// Another process listens on that address already (`EADDRINUSE`).
        case addressInUse
        /// The machine has no such address (`EADDRNOTAVAIL`, `EAFNOSUPPORT`).
        case noSuchAddress
        /// The process may not listen there (`EACCES`), as on a port below 1024.
        case notAllowed
        /// The certificate and its key cannot be used.
        case badIdentity
        /// Any other failure.
        case other
    }

    /// The kind of failure.
    package let reason: Reason
    /// The failure and its remedy, in one or two sentences.
    package let description: String

    init(_ reason: Reason, _ description: String) {
        self.reason = reason
        self.description = description
    }
}

package import KeyfobCore
package import KeyfobOAuth

/// The port to the users' certificates that the administrator has installed on the device, with their private keys. The
/// broker presents them; apps never see them.
package protocol PersonalCertificates: Sendable {
    /// The names of the certificates, in the order in which they are offered; empty if none is installed.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if they cannot be read.
    func names() throws(AuthError) -> [String]

    /// Returns a transport that presents one of them to servers that request it and otherwise behaves like the broker's
    /// own.
    ///
    /// - Parameter name: one of ``names()``.
    /// - Throws: ``AuthError`` with code `storeUnavailable` or `configuration` if it cannot be read or used.
    func transport(presenting name: String) throws(AuthError) -> any HTTPTransport
}

public import KeyfobCore
public import KeyfobOAuth

/// The port to the certificates of people that the administrator has put on the device, with their private keys: the broker
/// presents them, and no app ever sees one.
public protocol PersonalCertificates: Sendable {
    /// What they are called, in the order in which they are offered; none where nobody has put any on the device.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if they cannot be looked at.
    func names() throws(AuthError) -> [String]

    /// A transport that presents one of them to servers which ask for it, and is otherwise as the broker's own.
    ///
    /// - Parameter name: one of ``names()``.
    /// - Throws: ``AuthError`` with code `storeUnavailable` or `configuration` if it cannot be read or used.
    func transport(presenting name: String) throws(AuthError) -> any HTTPTransport
}

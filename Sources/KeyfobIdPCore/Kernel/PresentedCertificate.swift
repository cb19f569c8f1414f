/// The peer's certificate of the connection on which a request came.
///
/// Only the server knows it, from the TLS handshake, and passes it with the request: nothing in a request can claim it.
package enum PresentedCertificate: Sendable, Hashable {
    /// The connection requested none, as at every address but the one for certificates.
    case notAsked
    /// It requested one, and the peer presented none.
    case absent
    /// The peer's own certificate in DER. The handshake has proved that the peer holds its key, and nothing else; the
    /// provider checks its issuer.
    case present([UInt8])
}

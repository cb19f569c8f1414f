/// What the connection on which a request came says of the peer's certificate.
///
/// Only whoever carries the bytes knows it, by the TLS handshake, and says it beside the request: nothing in a request
/// can claim it.
public enum PresentedCertificate: Sendable, Hashable {
    /// The connection did not ask for one: every address but the one for certificates.
    case notAsked
    /// It asked, and the peer has none or did not want to.
    case absent
    /// The peer's own certificate in DER. The handshake has proved that the peer holds its key, and nothing else: who
    /// issued it is judged here.
    case present([UInt8])
}

/// The other end of a connection, as the connection itself shows it: nothing in a request can claim it.
package struct ConnectionPeer: Sendable, Hashable {
    /// Its address, as text; nil if the connection does not use an internet protocol.
    package let address: String?
    /// Its own certificate in DER, if the server requested one; nil if it presented none. The handshake has proved that
    /// the peer holds its key; the handler checks the issuer and the validity.
    package let certificate: [UInt8]?

    /// Describes a peer.
    package init(address: String?, certificate: [UInt8]? = nil) {
        self.address = address
        self.certificate = certificate
    }
}

/// Who is at the other end of a connection, as far as the connection itself says it: nothing in a request can claim it.
public struct ConnectionPeer: Sendable, Hashable {
    /// Its address, as text; nil if it is none of the internet protocols.
    public let address: String?
    /// Its own certificate in DER, where the connection asks for one; nil if it has presented none. The handshake has
    /// proved that the peer holds its key; who issued it, and whether it still counts, whoever answers judges.
    public let certificate: [UInt8]?

    /// Describes a peer.
    public init(address: String?, certificate: [UInt8]? = nil) {
        self.address = address
        self.certificate = certificate
    }
}

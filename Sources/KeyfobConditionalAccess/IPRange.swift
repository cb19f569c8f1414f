import Foundation

/// A range of addresses in CIDR notation (RFC 4632 section 3.1, RFC 4291 section 2.3).
package struct IPRange: Sendable, Hashable {
    private let prefix: [UInt8]
    private let bits: Int

    /// Reads a range, `192.0.2.0/24` or `2001:db8::/32`; nil if it is malformed.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let address = Self.bytes(parts[0]), let bits = Int(parts[1]),
            (0...address.count * 8).contains(bits), parts[1] == String(bits)
        else { return nil }
        prefix = address
        self.bits = bits
    }

    /// Whether an address belongs to the range; false for text that is not an address.
    package func contains(_ address: String) -> Bool {
        guard let other = Self.bytes(address), other.count == prefix.count else { return false }
        return (0..<bits).allSatisfy { bit in
            let mask = UInt8(0x80) >> UInt8(bit % 8)
            return prefix[bit / 8] & mask == other[bit / 8] & mask
        }
    }

    /// The network that belongs to the client of an address: the address itself, or the first 64 bits of an IPv6
    /// address, since a customer can use any address within them.
    package static func network(of address: String) -> String {
        guard let bytes = bytes(address), bytes.count == 16 else { return address }
        return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
    }

    /// The 4 or 16 bytes of an address; an IPv4 address in IPv6 notation has 4.
    private static func bytes(_ text: String) -> [UInt8]? {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
        var sixteen = in6_addr()
        guard inet_pton(AF_INET6, text, &sixteen) == 1 else { return nil }
        let bytes = withUnsafeBytes(of: sixteen) { Array($0) }
        let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        return isMapped ? Array(bytes.suffix(4)) : bytes
    }
}

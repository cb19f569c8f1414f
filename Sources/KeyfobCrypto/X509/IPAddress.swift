#if Server
import Foundation

/// The bytes of an IP address literal, as in certificates (RFC 5280 section 4.2.1.6).
enum IPAddress {
    /// Returns 4 or 16 bytes, or nil if the text is not an address. An IPv6 literal may have brackets.
    static func bytes(of text: String) -> [UInt8]? {
        var literal = Substring(text)
        if literal.hasPrefix("["), literal.hasSuffix("]") { literal = literal.dropFirst().dropLast() }
        var four = in_addr()
        if inet_pton(AF_INET, String(literal), &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
        var sixteen = in6_addr()
        if inet_pton(AF_INET6, String(literal), &sixteen) == 1 { return withUnsafeBytes(of: sixteen) { Array($0) } }
        return nil
    }
}
#endif

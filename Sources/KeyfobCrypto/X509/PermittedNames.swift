#if Server
import Foundation
import SwiftASN1
import X509

/// The names that a certificate authority may certify (RFC 5280 section 4.2.1.10).
struct PermittedNames: Sendable {
    /// Domains, each including its subdomains.
    let domains: [String]
    /// Single addresses, 4 or 16 bytes each; empty where it may certify none.
    let addresses: [[UInt8]]

    /// This machine's names, `.test` (RFC 6761 section 6.2), and the given hosts.
    init(configured hosts: [String]) throws(CryptoError) {
        var domains = ["localhost", "test"]
        var addresses: [[UInt8]] = [[127, 0, 0, 1], [UInt8](repeating: 0, count: 15) + [1]]
        for host in hosts {
            if let address = IPAddress.bytes(of: host) {
                if !addresses.contains(address) { addresses.append(address) }
            } else {
                let name = host.lowercased()
                let domain = name.hasPrefix(".") ? String(name.dropFirst()) : name
                try Self.check(domain)
                if !domains.contains(domain) { domains.append(domain) }
            }
        }
        self.domains = domains
        self.addresses = addresses
    }

    /// The given host names and nothing else: no other name, and no address.
    init(only hosts: [String]) throws(CryptoError) {
        guard !hosts.isEmpty else { throw CryptoError("A certificate authority needs at least one host's name.") }
        var domains: [String] = []
        for host in hosts.map({ $0.lowercased() }) where !domains.contains(host) {
            guard IPAddress.bytes(of: host) == nil else { throw CryptoError("A host's name is malformed.") }
            try Self.check(host)
            domains.append(host)
        }
        self.domains = domains
        addresses = []
    }

    /// Reads a certificate's constraints; ranges of more than one address are not used by Keyfob and ignored.
    init(_ constraints: NameConstraints) {
        domains = constraints.permittedDNSDomains.map { $0.lowercased() }
        addresses = constraints.permittedIPRanges.compactMap { range in
            let half = range.bytes.count / 2
            guard half == 4 || half == 16, range.bytes.suffix(half).allSatisfy({ $0 == 0xFF }) else { return nil }
            return Array(range.bytes.prefix(half))
        }
    }

    /// The extension's value. A constraint restricts only names of its own form, so an authority without addresses
    /// excludes all of them.
    var constraints: NameConstraints {
        guard !addresses.isEmpty else {
            return NameConstraints(
                permittedDNSDomains: domains,
                excludedIPRanges: [8, 32].map { ASN1OctetString(contentBytes: [UInt8](repeating: 0, count: $0)[...]) })
        }
        return NameConstraints(
            permittedDNSDomains: domains,
            permittedIPRanges: addresses.map { address in
                ASN1OctetString(contentBytes: (address + [UInt8](repeating: 0xFF, count: address.count))[...])
            })
    }

    /// Returns the host as an entry of a certificate's subject alternative names.
    ///
    /// - Throws: ``CryptoError`` if it is not a host name, or not permitted: every verifier would refuse the
    ///   certificate.
    func subjectAlternativeName(of host: String) throws(CryptoError) -> GeneralName {
        if let address = IPAddress.bytes(of: host) {
            guard addresses.contains(address) else { throw Self.refusal }
            return .ipAddress(ASN1OctetString(contentBytes: address[...]))
        }
        let name = host.lowercased()
        try Self.check(name)
        guard domains.contains(where: { name == $0 || name.hasSuffix("." + $0) }) else { throw Self.refusal }
        return .dnsName(name)
    }

    private static let refusal = CryptoError(
        "The certificate authority does not permit the host's name. Make a new authority that lists the host.")

    private static func check(_ name: String) throws(CryptoError) {
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        let isName = labels.allSatisfy { label in
            (1...63).contains(label.utf8.count)
                && label.utf8.allSatisfy {
                    (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D || $0 == 0x5F
                }
        }
        guard isName, name.utf8.count <= 253 else { throw CryptoError("A host's name is malformed.") }
    }
}

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

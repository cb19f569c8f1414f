// The types of swift-asn1 that KeyfobCrypto's declarations name.
public enum DER {
    public struct Serializer {}
}

public struct ASN1UTF8String: Sendable {}

public struct ASN1Node: Sendable, Hashable {}

public struct ASN1ObjectIdentifier: Sendable, Hashable, ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: UInt...) {}
}

package import KeyfobCore

/// The public keys of an issuer (RFC 7517 section 5).
package struct JWKSet: Sendable {
    /// The keys, in the order of the document.
    package let keys: [JWK]
    private let byKeyID: [String: JWK]

    /// Makes a set; of two keys with one `kid`, the first is used.
    package init(_ keys: [JWK]) {
        self.keys = keys
        byKeyID = Dictionary(
            keys.compactMap { key in key.keyID.map { ($0, key) } }, uniquingKeysWith: { first, _ in first })
    }

    /// Parses the document that an issuer publishes at its `jwks_uri`.
    ///
    /// A key that Keyfob cannot use (another `kty`, another `use`, a missing or invalid member) is left out, as RFC
    /// 7517 section 5 requires, and does not affect the others.
    ///
    /// - Throws: ``JOSEError`` if the document is not a JSON object with an array `keys`.
    package init(parsing bytes: [UInt8]) throws(JOSEError) {
        guard let json = try? JSONValue(parsing: bytes), let keys = json["keys"]?.arrayValue else {
            throw JOSEError("The key set is not a JSON object with an array of keys.")
        }
        self.init(keys.compactMap { try? JWK(json: $0) })
    }

    /// Returns the key with that exact `kid`.
    package func key(_ keyID: String) -> JWK? {
        // A dictionary lookup also matches canonically equivalent strings.
        guard let key = byKeyID[keyID], let found = key.keyID, found.utf8.elementsEqual(keyID.utf8) else { return nil }
        return key
    }

    /// The document.
    package var json: JSONValue { ["keys": .array(keys.map(\.json))] }
}

extension JWKSet: Hashable {
    /// Two sets are equal if they have the same keys in the same order.
    package static func == (left: JWKSet, right: JWKSet) -> Bool { left.keys == right.keys }
    /// Feeds the keys to the hasher.
    package func hash(into hasher: inout Hasher) { hasher.combine(keys) }
}

package import KeyfobCore
package import KeyfobCrypto

/// A public key for verifying signatures, as JSON (RFC 7517).
///
/// The key is parsed and checked once, when it is made. Unknown members are kept.
package struct JWK: Sendable {
    /// The key itself.
    package enum Key: Sendable, Hashable {
        /// `kty` is `RSA`
        case rsa(RSAPublicKey)
        /// `kty` is `EC` and `crv` is `P-256`
        case p256(P256PublicKey)
        /// `kty` is `EC` and `crv` is `P-384`
        case p384(P384PublicKey)
        /// `kty` is `EC` and `crv` is `P-521`
        case p521(P521PublicKey)
        /// `kty` is `OKP` and `crv` is `Ed25519`
        case ed25519(Ed25519PublicKey)
    }

    /// The key itself.
    package let key: Key
    /// All members, including unknown ones.
    package let members: [String: JSONValue]
    /// SHA-256 of the required members in canonical form (RFC 7638): a unique identifier of the key.
    package let thumbprint: [UInt8]

    /// Parses a key.
    ///
    /// - Throws: ``JOSEError`` if it is not a public key of RSA, P-256, P-384, P-521 or Ed25519, is not for verifying
    ///   signatures (`use`, `key_ops`), names an algorithm of another kind of key, or contains a private key.
    package init(json: JSONValue) throws(JOSEError) {
        guard let members = json.objectValue else { throw JOSEError("A JWK is a JSON object.") }
        guard members["d"] == nil, members["k"] == nil else {
            throw JOSEError("The JWK contains a private or symmetric key, which must not be sent.")
        }
        if let use = members["use"], use.stringValue != "sig" {
            throw JOSEError("The JWK is not for signatures.")
        }
        if let operations = members["key_ops"], operations.arrayValue?.contains("verify") != true {
            throw JOSEError("The JWK is not for verifying signatures.")
        }
        if let keyID = members["kid"], keyID.stringValue == nil { throw JOSEError("The JWK's kid is not a string.") }
        let key = try Self.key(members)
        if let named = members["alg"] {
            guard let algorithm = named.stringValue.flatMap(IssuerAlgorithm.init(rawValue:)), key.isFor(algorithm)
            else {
                throw JOSEError("The JWK names an algorithm that Keyfob does not use with such a key.")
            }
        }
        self.init(key: key, members: members)
    }

    /// Makes the JWK of an RSA key.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - keyID: `kid`
    ///   - additional: further members such as `x5c`, `x5t`, `issuer`.
    package init(_ key: RSAPublicKey, keyID: String?, additional: [String: JSONValue] = [:]) {
        self.init(key: .rsa(key), keyID: keyID, additional: additional)
    }

    /// Makes the JWK of a P-256 key.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - keyID: `kid`
    ///   - additional: further members.
    package init(_ key: P256PublicKey, keyID: String?, additional: [String: JSONValue] = [:]) {
        self.init(key: .p256(key), keyID: keyID, additional: additional)
    }

    private init(key: Key, keyID: String?, additional: [String: JSONValue]) {
        var members = key.requiredMembers.merging(["use": "sig"]) { required, _ in required }
        if let keyID { members["kid"] = .string(keyID) }
        self.init(key: key, members: members.merging(additional) { ours, _ in ours })
    }

    private init(key: Key, members: [String: JSONValue]) {
        self.key = key
        self.members = members
        thumbprint = Digest.sha256(JSONValue.object(key.requiredMembers).bytes())
    }

    private static func key(_ members: [String: JSONValue]) throws(JOSEError) -> Key {
        func bytes(_ name: String) throws(JOSEError) -> [UInt8] {
            guard let text = members[name]?.stringValue, let bytes = Base64URL.decode(text) else {
                throw JOSEError("The JWK's member \(name) is missing or not base64url.")
            }
            return bytes
        }
        do {
            switch members["kty"]?.stringValue {
            case "RSA":
                return .rsa(try RSAPublicKey(modulus: bytes("n"), exponent: bytes("e")))
            case "EC":
                switch members["crv"]?.stringValue {
                case "P-256": return .p256(try P256PublicKey(x: bytes("x"), y: bytes("y")))
                case "P-384": return .p384(try P384PublicKey(x: bytes("x"), y: bytes("y")))
                case "P-521": return .p521(try P521PublicKey(x: bytes("x"), y: bytes("y")))
                default: throw JOSEError("The JWK is of a curve that Keyfob does not support.")
                }
            case "OKP":
                guard members["crv"]?.stringValue == "Ed25519" else {
                    throw JOSEError("The JWK is of a curve that Keyfob does not support.")
                }
                return .ed25519(try Ed25519PublicKey(bytes("x")))
            default: throw JOSEError("The JWK is of a kind that Keyfob does not support.")
            }
        } catch let error as CryptoError {
            throw JOSEError(error)
        } catch let error as JOSEError {
            throw error
        } catch {
            throw JOSEError("The JWK cannot be read.")
        }
    }
}

extension JWK {
    /// `kid`
    package var keyID: String? { members["kid"]?.stringValue }

    /// The algorithm by which Keyfob signs with keys of this kind, unless `alg` names another; nil for the kinds that it
    /// only verifies.
    package var algorithm: SignatureAlgorithm? {
        guard let algorithm = key.algorithm else { return nil }
        guard let named = members["alg"]?.stringValue else { return algorithm }
        return named == algorithm.rawValue ? algorithm : nil
    }

    /// The key as JSON.
    package var json: JSONValue { .object(members) }
}

extension JWK: Hashable {
    /// Two JWKs are equal if all their members are.
    package static func == (left: JWK, right: JWK) -> Bool { left.members == right.members }
    /// Feeds the thumbprint to the hasher.
    package func hash(into hasher: inout Hasher) { hasher.combine(thumbprint) }
}

extension JWK.Key {
    var algorithm: SignatureAlgorithm? {
        switch self {
        case .rsa: .rs256
        case .p256: .es256
        case .p384, .p521, .ed25519: nil
        }
    }

    /// The members that define the key, and that its thumbprint covers (RFC 7638 section 3.2).
    package var requiredMembers: [String: JSONValue] {
        switch self {
        case .rsa(let key):
            [
                "kty": "RSA", "n": .string(Base64URL.encode(key.modulus)),
                "e": .string(Base64URL.encode(key.exponent)),
            ]
        case .p256(let key):
            [
                "kty": "EC", "crv": "P-256", "x": .string(Base64URL.encode(key.x)),
                "y": .string(Base64URL.encode(key.y)),
            ]
        case .p384(let key):
            [
                "kty": "EC", "crv": "P-384", "x": .string(Base64URL.encode(key.x)),
                "y": .string(Base64URL.encode(key.y)),
            ]
        case .p521(let key):
            [
                "kty": "EC", "crv": "P-521", "x": .string(Base64URL.encode(key.x)),
                "y": .string(Base64URL.encode(key.y)),
            ]
        case .ed25519(let key):
            ["kty": "OKP", "crv": "Ed25519", "x": .string(Base64URL.encode(key.bytes))]
        }
    }
}

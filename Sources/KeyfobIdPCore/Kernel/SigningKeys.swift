import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel
package import KeyfobJOSE

/// The signing keys, parsed: parsing a PEM costs more than signing with the key.
package struct SigningKeys: Sendable {
    package let current: SigningKey?
    package let published: [SigningKey]
    let stored: [StoredSigningKey]
    /// The authority that certifies devices.
    let deviceAuthority: DeviceAuthority?

    init(_ stored: [StoredSigningKey], reusing old: SigningKeys?) throws {
        self.stored = stored
        var current: SigningKey?
        var published: [SigningKey] = []
        var deviceAuthority: DeviceAuthority?
        for record in stored {
            guard record.role != .deviceAuthority else {
                deviceAuthority =
                    try old?.deviceAuthority.flatMap { $0.keyID == record.keyID ? $0 : nil } ?? DeviceAuthority(record)
                continue
            }
            let key = try old?.published.first { $0.keyID == record.keyID } ?? Self.parse(record)
            published.append(key)
            if record.role == .current { current = key }
        }
        self.current = current
        self.published = published
        self.deviceAuthority = deviceAuthority
    }

    /// The published key with that `kid`.
    func key(_ keyID: String) -> SigningKey? { published.first { $0.keyID == keyID } }

    private static func parse(_ record: StoredSigningKey) throws -> SigningKey {
        let pem = record.privateKeyPEM.reveal()
        if record.algorithm == SignatureAlgorithm.es256.rawValue {
            return .p256(try P256PrivateKey(pem: pem), keyID: record.keyID, additional: ["use": "sig"])
        }
        var members: [String: JSONValue] = ["use": "sig", "x5t": .string(record.keyID)]
        if let certificate = record.certificate { members["x5c"] = .strings([Base64.encode(certificate)]) }
        return .rsa(try RSAPrivateKey(pem: pem), keyID: record.keyID, additional: members)
    }
}

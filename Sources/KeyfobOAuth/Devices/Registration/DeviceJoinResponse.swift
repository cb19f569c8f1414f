public import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE

/// The answer to a ``DeviceJoinRequest``: the device's certificate.
public struct DeviceJoinResponse: Sendable, Hashable {
    /// `Certificate.RawBody`, DER.
    public var certificate: [UInt8]
    /// `User.Upn`: who registered the device.
    public var userPrincipalName: String?

    /// Makes an answer.
    public init(certificate: [UInt8], userPrincipalName: String?) {
        self.certificate = certificate
        self.userPrincipalName = userPrincipalName
    }

    /// Reads the JSON of an answer.
    ///
    /// - Throws: ``MessageError`` if there is no certificate in it.
    public init(parsing body: [UInt8]) throws(MessageError) {
        let reader = try MessageReader(body, "answer of the registration service")
        guard let raw = reader.members["Certificate"]?["RawBody"]?.stringValue.flatMap(Base64.decode) else {
            throw MessageError("The answer of the registration service brings no certificate.")
        }
        certificate = raw
        userPrincipalName = reader.members["User"]?["Upn"]?.stringValue
    }

    /// The JSON of the answer.
    public var json: JSONValue {
        [
            "Certificate": [
                "Thumbprint": .string(Hex.encode(Digest.sha1(certificate)).uppercased()),
                "RawBody": .string(Base64.encode(certificate)),
            ],
            "User": ["Upn": userPrincipalName.map { .string($0) } ?? .null], "MembershipChanges": [],
        ]
    }
}

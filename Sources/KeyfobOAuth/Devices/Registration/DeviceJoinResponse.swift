public import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE

/// The response to a ``DeviceJoinRequest``: the device's certificate.
public struct DeviceJoinResponse: Sendable, Hashable {
    /// `Certificate.RawBody`, DER.
    public var certificate: [UInt8]
    /// `User.Upn`: the user who registered the device.
    public var userPrincipalName: String?

    /// Makes a response.
    public init(certificate: [UInt8], userPrincipalName: String?) {
        self.certificate = certificate
        self.userPrincipalName = userPrincipalName
    }

    /// Parses the JSON of a response.
    ///
    /// - Throws: ``MessageError`` if it contains no certificate.
    public init(parsing body: [UInt8]) throws(MessageError) {
        let reader = try MessageReader(body, "response of the registration service")
        guard let raw = reader.members["Certificate"]?["RawBody"]?.stringValue.flatMap(Base64.decode) else {
            throw MessageError("The response of the registration service contains no certificate.")
        }
        certificate = raw
        userPrincipalName = reader.members["User"]?["Upn"]?.stringValue
    }

    /// The JSON of the response.
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

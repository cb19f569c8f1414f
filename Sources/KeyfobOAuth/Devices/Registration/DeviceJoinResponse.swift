package import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE

/// The response to a ``DeviceJoinRequest``: the device's certificate.
package struct DeviceJoinResponse: Sendable, Hashable {
    /// `Certificate.RawBody`, DER.
    package var certificate: [UInt8]
    /// `User.Upn`: the user who registered the device.
    package var userPrincipalName: String?

    /// Makes a response.
    package init(certificate: [UInt8], userPrincipalName: String?) {
        self.certificate = certificate
        self.userPrincipalName = userPrincipalName
    }

    /// Parses the JSON of a response.
    ///
    /// - Throws: ``MessageError`` if it contains no certificate.
    package init(parsing body: [UInt8]) throws(MessageError) {
        let reader = try MessageReader(body, "response of the registration service")
        guard let raw = reader.members["Certificate"]?["RawBody"]?.stringValue.flatMap(Base64.decode) else {
            throw MessageError("The response of the registration service contains no certificate.")
        }
        certificate = raw
        userPrincipalName = reader.members["User"]?["Upn"]?.stringValue
    }

    /// The JSON of the response.
    package var json: JSONValue {
        [
            "Certificate": [
                "Thumbprint": .string(Hex.encode(Digest.sha1(certificate)).uppercased()),
                "RawBody": .string(Base64.encode(certificate)),
            ],
            "User": ["Upn": userPrincipalName.map { .string($0) } ?? .null], "MembershipChanges": [],
        ]
    }
}

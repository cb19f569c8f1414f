package import KeyfobCore
package import KeyfobCrypto
import KeyfobJOSE

/// A request to register a device: `POST /EnrollmentServer/device/?api-version=2.0`, with a user's token as bearer
/// token.
package struct DeviceJoinRequest: Sendable, Hashable {
    /// The subject of a certificate request before the device has an id.
    package static let requestSubject = "7E980AD9-B86D-4306-9425-9AC066FB014A"

    /// `CertificateRequest.Data`: a PKCS #10 request in DER.
    package var certificateRequest: [UInt8]
    /// `TransportKey`: the key that session keys are encrypted for.
    package var transportKey: AsymmetricPublicKey
    /// `DeviceDisplayName`
    package var displayName: String
    /// `DeviceType`: `iOS`, `macOS`, `Linux` and so on.
    package var deviceType: String
    /// `OSVersion`
    package var systemVersion: String
    /// `JoinType`: 0 to join, 4 to register, 6 for hybrid.
    package var joinType: Int
    /// `TargetDomain`
    package var targetDomain: String
    /// `Attributes`
    package var attributes: [String: String]

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - key: the device's key, which signs the certificate request.
    ///   - transportKey: the key that session keys are encrypted for.
    ///   - displayName: the device's name.
    ///   - deviceType: `iOS`, `macOS`, `Linux` and so on.
    ///   - systemVersion: the version of the operating system.
    ///   - targetDomain: the tenant's domain.
    ///   - joinType: 4 registers a user's own device, 0 joins a device of the organization.
    /// - Throws: `CryptoError` if swift-crypto fails.
    package init(
        key: AsymmetricKey, transportKey: AsymmetricPublicKey, displayName: String, deviceType: String,
        systemVersion: String, targetDomain: String, joinType: Int = 4
    ) throws(CryptoError) {
        certificateRequest = try CertificateRequest.der(commonName: Self.requestSubject, key: key)
        self.transportKey = transportKey
        self.displayName = displayName
        self.deviceType = deviceType
        self.systemVersion = systemVersion
        self.joinType = joinType
        self.targetDomain = targetDomain
        attributes = ["ReuseDevice": "true", "ReturnClientSid": "true"]
    }

    /// The JSON of the request.
    package var json: JSONValue {
        [
            "CertificateRequest": ["Type": "pkcs10", "Data": .string(Base64.encode(certificateRequest))],
            "TransportKey": .string(Base64.encode(BCryptBlob.encode(transportKey))),
            "DeviceDisplayName": .string(displayName), "DeviceType": .string(deviceType),
            "OSVersion": .string(systemVersion), "JoinType": .integer(joinType),
            "TargetDomain": .string(targetDomain), "Attributes": .object(attributes.mapValues { .string($0) }),
        ]
    }

    /// Parses the JSON of a request. The caller has to verify the certificate request's signature.
    ///
    /// - Throws: ``MessageError`` if a member is missing or malformed, or a text is longer than 256 bytes.
    package init(parsing body: [UInt8]) throws(MessageError) {
        let reader = try MessageReader(body, "request to register a device")
        func text(_ name: String) throws(MessageError) -> String {
            let text = try reader.required(name)
            guard text.utf8.count <= 256 else { throw MessageError("The member \(name) is too long.") }
            return text
        }
        let request = reader.members["CertificateRequest"]
        guard request?["Type"]?.stringValue?.lowercased() == "pkcs10",
            let data = request?["Data"]?.stringValue.flatMap(Base64.decode)
        else { throw MessageError("The request to register a device has no PKCS #10 certificate request.") }
        guard let blob = Base64.decode(try reader.required("TransportKey")),
            let transport = try? BCryptBlob.decode(blob)
        else { throw MessageError("The request to register a device has no readable transport key.") }
        guard let joinType = reader.members["JoinType"]?.integerValue.flatMap({ Int(exactly: $0) }) else {
            throw MessageError("The request to register a device has no join type.")
        }
        certificateRequest = data
        transportKey = transport
        self.joinType = joinType
        displayName = try text("DeviceDisplayName")
        deviceType = try text("DeviceType")
        systemVersion = try text("OSVersion")
        targetDomain = try text("TargetDomain")
        attributes = (reader.members["Attributes"]?.objectValue ?? [:]).compactMapValues(\.stringValue)
    }
}

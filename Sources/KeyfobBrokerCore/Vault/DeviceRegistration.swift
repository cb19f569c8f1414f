import KeyfobCore
import KeyfobCrypto
import KeyfobOAuth

/// The device's registration in one tenant: its certificate and its two keys.
struct DeviceRegistration: Sendable, Equatable {
    /// The tenant's id.
    var tenantID: String
    /// The host at which it was registered.
    var environment: String
    /// The key that proves the device, with its certificate.
    var deviceKey: DeviceKey
    /// The key that session keys are wrapped for.
    var transportKey: AsymmetricKey

    /// The device's id.
    var deviceID: String { deviceKey.deviceID }

    static func == (left: DeviceRegistration, right: DeviceRegistration) -> Bool {
        left.tenantID == right.tenantID && left.environment == right.environment
            && left.deviceKey.certificate.der == right.deviceKey.certificate.der
            && left.transportKey.publicKey == right.transportKey.publicKey
    }
}

extension DeviceRegistration {
    var json: JSONValue {
        [
            "tenant_id": .string(tenantID), "environment": .string(environment),
            "certificate": .string(Base64URL.encode(deviceKey.certificate.der)),
            "device_key": .string(deviceKey.key.pem), "transport_key": .string(transportKey.pem),
        ]
    }

    init?(json: JSONValue) {
        guard let tenantID = json["tenant_id"]?.stringValue, let environment = json["environment"]?.stringValue,
            let certificate = json["certificate"]?.stringValue.flatMap({ Base64URL.decode($0) }),
            let pem = json["device_key"]?.stringValue, let transportPEM = json["transport_key"]?.stringValue,
            let key = try? AsymmetricKey(pem: pem), let transportKey = try? AsymmetricKey(pem: transportPEM),
            let deviceKey = try? DeviceKey(key: key, certificate: certificate)
        else { return nil }
        self.init(
            tenantID: tenantID, environment: environment, deviceKey: deviceKey, transportKey: transportKey)
    }
}

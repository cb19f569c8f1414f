import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel

/// A sealed reference to the device of an enrolment page, which the sign-in before it has proved, since the page is
/// opened by its address. It is valid for ten minutes; using it twice changes nothing.
package struct DeviceTicket {
    package let deviceID: String
    package let tenantID: String

    private static let lifetime: Int64 = 600

    /// `PAYLOAD.MAC`
    func sealed(_ context: RequestContext) -> String {
        let payload = JSONValue.object([
            "device": .string(deviceID), "tenant": .string(tenantID),
            "exp": .integer(context.now + Self.lifetime),
        ]).bytes()
        let mac = Self.mac(payload, tenantID: tenantID, context) ?? []
        return "\(Base64URL.encode(payload)).\(Base64URL.encode(mac))"
    }

    package init(deviceID: String, tenantID: String) {
        self.deviceID = deviceID
        self.tenantID = tenantID
    }

    /// Opens a ticket; nil if it is not one of this provider's, or too old.
    package init?(_ text: String, _ context: RequestContext) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Base64URL.decode(String($0)) }
        guard parts.count == 2, let payload = parts[0], let mac = parts[1], let json = try? JSONValue(parsing: payload),
            let device = json["device"]?.stringValue, let tenant = json["tenant"]?.stringValue,
            let expiry = json["exp"]?.integerValue, expiry >= context.now,
            let expected = Self.mac(payload, tenantID: tenant, context), ConstantTime.equal(mac, expected)
        else { return nil }
        self.init(deviceID: device, tenantID: tenant)
    }

    /// nil if there is no such tenant: any client could compute a MAC with an empty key.
    private static func mac(_ payload: [UInt8], tenantID: String, _ context: RequestContext) -> [UInt8]? {
        guard let salt = context.directory.tenant(tenantID)?.subjectSalt, !salt.isEmpty else { return nil }
        return HMACSHA256.authenticate(Array("device ticket|".utf8) + payload, key: Array(salt.utf8))
    }
}

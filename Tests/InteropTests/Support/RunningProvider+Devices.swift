import KeyfobCore
import KeyfobCrypto
import KeyfobOAuth
import Testing

extension RunningProvider {
    /// Registers a device of Ada's, as a device does it, and returns its id.
    func registerDevice(named name: String) async throws -> String {
        let form = FormParameters([
            ("grant_type", "password"), ("client_id", "29d9ed98-a469-4536-ade2-f981bc1d605e"),
            ("username", Contoso.ada), ("password", Contoso.password),
            ("scope", "urn:ms-drs:enterpriseregistration.windows.net/.default"),
        ])
        let url = try #require(HTTPURL("\(origin)/\(Contoso.tenant)/oauth2/v2.0/token"))
        let token = try #require(
            try TokenResponse(parsing: try await transport.send(.form(url, form)).body).accessToken)
        let request = try DeviceJoinRequest(
            key: .p256(P256PrivateKey()), transportKey: AsymmetricKey.p256(P256PrivateKey()).publicKey,
            displayName: name, deviceType: "iOS", systemVersion: "18.0", targetDomain: "contoso.test")
        let place = try #require(HTTPURL("\(origin)/EnrollmentServer/device/?api-version=2.0"))
        var message = HTTPRequest(method: .post, url: place, body: request.json.bytes())
        message.fields.set("Authorization", "Bearer \(token.reveal())")
        message.fields.set("Content-Type", "application/json")
        #expect(try await transport.send(message).status == 200)
        let devices = try await graph(.get, "devices")["value"]?.arrayValue ?? []
        let device = devices.first { $0["displayName"]?.stringValue == name }
        return try #require(device?["deviceId"]?.stringValue)
    }
}

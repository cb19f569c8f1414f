import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

extension ProviderFixture {
    /// Requests a device code, with changes to the request: nil omits a parameter.
    func askForDeviceCode(
        scope: String = "openid profile offline_access api://files/Files.Read", _ changes: [String: String?] = [:]
    ) async throws -> HTTPResponse {
        var values = ["client_id": clientID, "scope": scope]
        for (name, value) in changes { values[name] = value }
        return try await token(values.map { ($0.key, $0.value) }, path: "/\(segment)/oauth2/v2.0/devicecode")
    }

    /// Starts a sign-in by a device code.
    func startDeviceCode(
        scope: String = "openid profile offline_access api://files/Files.Read"
    ) async throws -> DeviceAuthorizationResponse {
        try DeviceAuthorizationResponse(parsing: try await askForDeviceCode(scope: scope).body)
    }

    /// Lets a person enter a device's code on the page that the response names, or the given code.
    mutating func enterCode(
        of device: DeviceAuthorizationResponse, as person: Person = ada
    ) async throws -> Person.Visit {
        var person = person
        person.userCode = person.userCode ?? device.userCode
        return try await person.visit(try #require(HTTPURL(device.verificationURI)), with: &browser)
    }
}

#if Server
import Keyfob
import KeyfobAsyncHTTP
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobOAuth

extension DeviceApp {
    /// Enrols an account as the Intune App SDK in an app does: it gets a token for the app-protection service, enrols
    /// the app with it, and records the enrolment where the identity SDK looks it up.
    func protect(_ account: Account) async throws -> JSONValue {
        let authority = try Authority(configuration.authority)
        let resources: JSONValue = .object([authority.environment: .string(Self.protectionService)])
        try device.setDefault("intune_mam_resource_V1", .string(resources.text()))
        let token = try await application.acquireTokenSilent(
            SilentParameters(scopes: ["\(Self.protectionService)/.default"], account: account))
        guard let url = HTTPURL("https://\(authority.environment)/mam/enrollments") else {
            throw AuthError.configuration("The authority is malformed.")
        }
        var request = HTTPRequest(method: .post, url: url)
        request.fields.set("Authorization", "Bearer \(token.accessToken.reveal())")
        request.body = JSONValue.object(["bundleId": .string(device.identity.bundleID)]).bytes()
        let response = try await ground.transport.send(request)
        guard response.status == 201, let answer = try? JSONValue(parsing: response.body),
            let id = answer["enrollment_id"]?.stringValue
        else { return ["ok": false, "code": "refused", "message": .string("Status \(response.status).")] }
        let enrollments: JSONValue = [
            "enrollment_ids": [
                [
                    "enrollment_id": .string(id), "home_account_id": .string(account.identifier),
                    "user_id": .string(account.username ?? ""),
                ]
            ]
        ]
        try device.setDefault("intune_app_protection_enrollment_id_V1", .string(enrollments.text()))
        return ["ok": true, "user": .string(account.username ?? "")]
    }

    private static let protectionService = "https://msmamservice.api.application"
}
#endif

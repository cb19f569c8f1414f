import KeyfobConformance
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// An application that could give roles, and those who could act as the application.
@Suite("Applications that could give roles")
struct PrivilegedApplicationTests {
    private static let applicationAdministrator = "9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3"

    /// What lets the one who sends it act as the application.
    private static func attempts(
        _ client: (appID: String, objectID: String, principalID: String, secret: String), _ helper: String
    ) -> [(HTTPMethod, String, JSONValue)] {
        let application = "/applications/\(client.objectID)"
        let principal = "/servicePrincipals/\(client.principalID)"
        let owner: JSONValue = ["@odata.id": .string("https://graph.microsoft.com/v1.0/users/\(helper)")]
        return [
            (.post, "\(application)/addPassword", ["passwordCredential": ["displayName": "mine"]]),
            (.patch, application, ["web": ["redirectUris": ["https://attacker.test/callback"]]]),
            (.patch, application, ["keyCredentials": []]),
            (.patch, principal, ["keyCredentials": []]),
            (
                .post, "\(application)/federatedIdentityCredentials",
                [
                    "name": "mine", "issuer": "https://attacker.test", "subject": "me",
                    "audiences": ["api://AzureADTokenExchange"],
                ]
            ),
            (.post, "\(application)/owners/$ref", owner),
            (.post, "\(principal)/addPassword", ["passwordCredential": ["displayName": "mine"]]),
        ]
    }

    @Test(
        "An Application Administrator adds credentials to one as Entra ID permits it, and not in the strict profile",
        arguments: IdPProfile.allCases)
    func administrator(profile: IdPProfile) async throws {
        let fixture = try await GraphFixture(profile: profile)
        let helper = try await fixture.createUser("helper@contoso.test")
        try await fixture.assign(role: Self.applicationAdministrator, to: helper)
        let graph = try await fixture.graph(as: "helper@contoso.test", password: GraphFixture.password)
        let harmless = try await fixture.createClient("Harmless")
        try await fixture.grant("User.Read.All", to: harmless.principalID)
        for (method, path, body) in Self.attempts(harmless, helper) {
            #expect(try await graph(method, path, body).status < 300, "\(path)")
        }
        for permission in ["RoleManagement.ReadWrite.Directory", "AppRoleAssignment.ReadWrite.All"] {
            let client = try await fixture.createClient(permission)
            try await fixture.grant(permission, to: client.principalID)
            for (method, path, body) in Self.attempts(client, helper) {
                let reply = try await graph(method, path, body)
                #expect(profile == .strict ? reply.status == 403 : reply.status < 300, "\(path): \(reply.body.text())")
            }
            // Those who may change administrators anyway are not limited.
            #expect(
                try await fixture.graph(
                    .post, "/applications/\(client.objectID)/addPassword",
                    ["passwordCredential": ["displayName": "own"]]
                ).status == 200)
        }
    }

    @Test("The owner of an application that could give roles changes it, and not in the strict profile")
    func owner() async throws {
        let fixture = try await GraphFixture(profile: .strict)
        let ada = try await fixture.graph(as: "ada@contoso.test")
        let made = try await ada(.post, "/applications", ["displayName": "Engine"])
        let id = try #require(made["id"]?.stringValue)
        let principal = try await ada(.post, "/servicePrincipals", ["appId": made["appId"] ?? .null])
        let secret: JSONValue = ["passwordCredential": ["displayName": "mine"]]
        #expect(try await ada(.post, "/applications/\(id)/addPassword", secret).status == 200)
        try await fixture.grant(
            "RoleManagement.ReadWrite.Directory", to: try #require(principal["id"]?.stringValue))
        let refused = try await ada(.post, "/applications/\(id)/addPassword", secret)
        #expect(refused.status == 403 && refused.code == "Authorization_RequestDenied")
        #expect(refused["error"]?["message"]?.stringValue?.contains("strict profile") == true)
    }
}

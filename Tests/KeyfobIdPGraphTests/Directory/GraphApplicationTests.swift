import KeyfobConformance
import KeyfobCore
import KeyfobIdP
import KeyfobIdPModel
import KeyfobOAuth
import Testing

@Suite("Applications of Microsoft Graph")
struct GraphApplicationTests {
    @Test("A client that Graph registers authenticates with its secret once it has an object in the tenant")
    func secrets() async throws {
        let fixture = try await GraphFixture()
        let graph = fixture.graph
        let made = try await graph(
            .post, "/applications", ["displayName": "Depot", "signInAudience": "AzureADMyOrg"])
        #expect(made.status == 201 && made["passwordCredentials"] == [] && made["keyCredentials"] == [])
        let appID = try #require(made["appId"]?.stringValue)
        let id = try #require(made["id"]?.stringValue)
        let secret = try await graph(
            .post, "/applications/\(id)/addPassword", ["passwordCredential": ["displayName": "first"]])
        let text = try #require(secret["secretText"]?.stringValue)
        #expect(secret["hint"]?.stringValue == String(text.prefix(3)))
        #expect(try await fixture.signIn(client: appID, secret: text)["access_token"] == nil)
        let principal = try await graph(.post, "/servicePrincipals", ["appId": .string(appID)])
        #expect(principal.status == 201 && principal["servicePrincipalNames"] == [.string(appID)])
        let tokens = try await fixture.signIn(client: appID, secret: text)
        let claims = try GraphFixture.claims(try #require(tokens["access_token"]?.stringValue))
        #expect(claims["oid"] == principal["id"])
        let twice = try await graph(.post, "/servicePrincipals", ["appId": .string(appID)])
        #expect(twice.status == 409 && twice.code == "Request_MultipleObjectsWithSameKeyValue")

        #expect(try await graph(.get, "/applications/\(id)")["passwordCredentials"]?.text().contains(text) == false)
        #expect(
            try await graph(.post, "/applications/\(id)/removePassword", ["keyId": secret["keyId"] ?? .null]).status
                == 204)
        #expect(try await fixture.signIn(client: appID, secret: text)["access_token"] == nil)
        let own = try await graph(
            .post, "/servicePrincipals/\(principal["id"]?.stringValue ?? "")/addPassword", [:])
        let ownText = try #require(own["secretText"]?.stringValue)
        #expect(try await fixture.signIn(client: appID, secret: ownText)["access_token"] != nil)
        #expect(try await graph(.get, "/applications/\(id)")["passwordCredentials"] == [])
    }

    @Test("A deleted client gets no tokens, and does again when it is restored with its secret")
    func deletion() async throws {
        let fixture = try await GraphFixture()
        let client = try await fixture.createClient("Depot")
        #expect(try await fixture.signIn(client: client.appID, secret: client.secret)["access_token"] != nil)
        #expect(try await fixture.graph(.delete, "/applications/\(client.objectID)").status == 204)
        let refused = try await fixture.signIn(client: client.appID, secret: client.secret)
        #expect(refused["error_codes"]?.arrayValue?.first == 700_016)
        #expect(try await fixture.graph(.get, "/servicePrincipals/\(client.principalID)").status == 404)
        let deleted = try await fixture.graph(.get, "/directory/deletedItems/microsoft.graph.application")
        #expect(deleted.value.first?["id"]?.stringValue == client.objectID)
        #expect(
            try await fixture.graph(.post, "/directory/deletedItems/\(client.objectID)/restore").status == 200)
        #expect(try await fixture.signIn(client: client.appID, secret: client.secret)["access_token"] != nil)
    }

    @Test("An application whose object is deleted or disabled gets no tokens in the tenant")
    func principals() async throws {
        let fixture = try await GraphFixture()
        let client = try await fixture.createClient("Depot")
        let path = "/servicePrincipals/\(client.principalID)"
        try await fixture.graph(.patch, path, ["accountEnabled": false])
        #expect(try await fixture.signIn(client: client.appID, secret: client.secret)["access_token"] == nil)
        try await fixture.graph(.patch, path, ["accountEnabled": true, "tags": ["HideApp"]])
        #expect(try await fixture.graph(.get, path)["tags"] == ["HideApp"])
        #expect(try await fixture.signIn(client: client.appID, secret: client.secret)["access_token"] != nil)
        try await fixture.graph(.delete, path)
        #expect(try await fixture.signIn(client: client.appID, secret: client.secret)["access_token"] == nil)
        #expect(
            try await fixture.graph(.post, "/directory/deletedItems/\(client.principalID)/restore").status == 200)
        #expect(try await fixture.signIn(client: client.appID, secret: client.secret)["access_token"] != nil)
    }

    @Test("A change leaves out nothing that it does not name, and keeps what Graph has and this provider does not use")
    func patches() async throws {
        let fixture = try await GraphFixture()
        let graph = fixture.graph
        let made = try await graph(
            .post, "/applications",
            [
                "displayName": "Depot", "notes": "for the night shift", "tags": ["a", "b"],
                "web": [
                    "redirectUris": ["https://depot.test/return"], "homePageUrl": "https://depot.test/",
                    "implicitGrantSettings": ["enableIdTokenIssuance": true],
                ],
                "api": [
                    "oauth2PermissionScopes": [
                        [
                            "id": "44444444-0000-4000-8000-00000000aa01", "value": "Depot.Read", "type": "User",
                            "isEnabled": true, "adminConsentDisplayName": "Read depots",
                            "adminConsentDescription": "Reads every depot.",
                            "userConsentDisplayName": "Read your depot",
                            "userConsentDescription": "Reads it.",
                        ]
                    ]
                ], "info": ["supportUrl": "https://depot.test/help"],
            ])
        #expect(made.status == 201)
        let path = "/applications/\(made["id"]?.stringValue ?? "")"
        #expect(try await graph(.patch, path, ["web": ["redirectUris": ["https://depot.test/other"]]]).status == 204)
        #expect(try await graph(.patch, path, ["identifierUris": ["api://depot"]]).status == 204)
        let shown = try await graph(.get, path)
        #expect(shown["web"]?["redirectUris"] == ["https://depot.test/other"])
        #expect(shown["web"]?["homePageUrl"] == "https://depot.test/")
        #expect(shown["web"]?["implicitGrantSettings"]?["enableIdTokenIssuance"] == true)
        #expect(shown["notes"] == "for the night shift" && shown["tags"] == ["a", "b"])
        #expect(shown["info"]?["supportUrl"] == "https://depot.test/help")
        #expect(
            shown["api"]?["oauth2PermissionScopes"]?.arrayValue?.first?["adminConsentDisplayName"] == "Read depots")
        #expect(shown["identifierUris"] == ["api://depot"])
        let taken = try await graph(
            .post, "/applications", ["displayName": "Other", "identifierUris": ["api://files"]])
        #expect(taken.status == 400 && taken["error"]?["message"]?.stringValue?.contains("identifierUris") == true)
    }

    @Test("A federated credential is created, changed and removed by id and by name")
    func federated() async throws {
        let fixture = try await GraphFixture()
        let client = try await fixture.createClient("Depot")
        let path = "/applications/\(client.objectID)/federatedIdentityCredentials"
        let made = try await fixture.graph(
            .post, path,
            [
                "name": "github", "issuer": "https://token.actions.githubusercontent.com",
                "subject": "repo:contoso/depot:ref:refs/heads/main", "audiences": ["api://AzureADTokenExchange"],
                "description": "releases",
            ])
        #expect(made.status == 201)
        let twice = try await fixture.graph(
            .post, path,
            [
                "name": "github", "issuer": "https://other.test", "subject": "x",
                "audiences": ["api://AzureADTokenExchange"],
            ])
        #expect(twice.status == 409)
        #expect(try await fixture.graph(.patch, "\(path)/github", ["subject": "repo:contoso/depot:x"]).status == 204)
        let shown = try await fixture.graph(.get, "\(path)/\(made["id"]?.stringValue ?? "")")
        #expect(shown["subject"] == "repo:contoso/depot:x" && shown["description"] == "releases")
        #expect(try await fixture.graph(.delete, "\(path)/github").status == 204)
        #expect(try await fixture.graph(.get, path).value.isEmpty)
    }

    @Test("A grant for all users lets a client have the permission without asking, until it is removed")
    func grants() async throws {
        let fixture = try await GraphFixture()
        let graph = fixture.graph
        func principal(_ appID: String) async throws -> String {
            try #require(
                try await graph(.get, "/servicePrincipals?$filter=appId eq '\(appID)'").value.first?["id"]?.stringValue)
        }
        let client = try await principal(SeedData.suiteClientID)
        let api = try await principal(SeedData.filesAppID)
        func refusal() async throws -> JSONValue? {
            try await fixture.signIn(
                "ada@contoso.test", password: SeedData.password, client: SeedData.suiteClientID,
                scope: "api://files/Files.Read")["error_codes"]?.arrayValue?.first
        }
        #expect(try await refusal() == 65_001)
        let body: JSONValue = [
            "clientId": .string(client), "resourceId": .string(api), "consentType": "AllPrincipals",
            "scope": "Files.Read",
        ]
        let made = try await graph(.post, "/oauth2PermissionGrants", body)
        #expect(made.status == 201 && made["principalId"] == .null)
        #expect(try await refusal() == nil)
        #expect(try await graph(.post, "/oauth2PermissionGrants", body).status == 409)
        let id = try #require(made["id"]?.stringValue)
        #expect(
            try await graph(.get, "/oauth2PermissionGrants?$filter=clientId eq '\(client)'").value.first?["id"]
                == made["id"])
        #expect(try await graph(.patch, "/oauth2PermissionGrants/\(id)", ["scope": "Files.ReadWrite"]).status == 204)
        #expect(try await refusal() == 65_001)
        #expect(try await graph(.delete, "/oauth2PermissionGrants/\(id)").status == 204)
        #expect(try await graph(.get, "/oauth2PermissionGrants/\(id)").status == 404)
    }

    @Test("An assigned role of a user, and of a user's group, is in the token; without it where one is required: 50105")
    func assignments() async throws {
        let fixture = try await GraphFixture()
        let graph = fixture.graph
        let made = try await graph(
            .post, "/applications",
            [
                "displayName": "Depot", "signInAudience": "AzureADMyOrg", "identifierUris": ["api://depot"],
                "isFallbackPublicClient": true,
                "appRoles": [
                    [
                        "id": "44444444-0000-4000-8000-00000000aa02", "value": "Keeper", "displayName": "Keeper",
                        "description": "Keeps the depot.", "allowedMemberTypes": ["User"], "isEnabled": true,
                    ]
                ],
            ])
        let appID = try #require(made["appId"]?.stringValue)
        let principal = try #require(
            try await graph(.post, "/servicePrincipals", ["appId": .string(appID)])["id"]?.stringValue)
        func roles() async throws -> (JSONValue?, Int64?) {
            let reply = try await fixture.signIn(
                "ada@contoso.test", password: SeedData.password, client: appID, scope: "openid profile",
                tenant: "contoso.test")
            let claims = try reply["id_token"]?.stringValue.map(GraphFixture.claims)
            return (claims?["roles"], reply["error_codes"]?.arrayValue?.first?.integerValue)
        }
        let graphApp = try #require(
            try await graph(.get, "/servicePrincipals?$filter=displayName eq 'Microsoft Graph'").value.first?["id"])
        try await graph(
            .post, "/oauth2PermissionGrants",
            [
                "clientId": .string(principal), "resourceId": graphApp, "consentType": "AllPrincipals",
                "scope": "openid profile",
            ])
        #expect(try await roles() == (nil, nil))
        try await graph(.patch, "/servicePrincipals/\(principal)", ["appRoleAssignmentRequired": true])
        #expect(try await roles() == (nil, 50_105))

        let assigned = try await graph(
            .post, "/users/\(SeedData.adaID)/appRoleAssignments",
            [
                "principalId": .string(SeedData.adaID), "resourceId": .string(principal),
                "appRoleId": "44444444-0000-4000-8000-00000000aa02",
            ])
        #expect(assigned.status == 201 && assigned["principalType"] == "User")
        #expect(try await roles() == (["Keeper"], nil))
        let id = try #require(assigned["id"]?.stringValue)
        #expect(
            try await graph(.get, "/servicePrincipals/\(principal)/appRoleAssignedTo").value.map { $0["id"] } == [
                .string(id)
            ])
        #expect(try await graph(.delete, "/servicePrincipals/\(principal)/appRoleAssignedTo/\(id)").status == 204)
        #expect(try await roles() == (nil, 50_105))

        let group = try await fixture.createGroup("Keepers")
        try await graph(
            .post, "/groups/\(group)/members/$ref",
            ["@odata.id": .string("https://graph.microsoft.com/v1.0/directoryObjects/\(SeedData.adaID)")])
        // Access without a role.
        try await graph(
            .post, "/groups/\(group)/appRoleAssignments",
            [
                "principalId": .string(group), "resourceId": .string(principal),
                "appRoleId": "00000000-0000-0000-0000-000000000000",
            ])
        #expect(try await roles() == (nil, nil))
    }
}

import KeyfobCore
import KeyfobTesting
import Testing

/// `az ad`, which administers a directory through Microsoft Graph, and what the objects that it makes can do.
@Suite("az ad", .timeLimit(.minutes(20)))
struct AzureADCommandTests {
    private static let password = "Correct-horse-7"

    @Test("Users: one that az makes signs in, and no longer when it is disabled or deleted, and again when restored")
    func users() async throws {
        try await AzureDirectory.with { az in
            let name = "alan@contoso.test"
            let made = try await az(
                "ad", "user", "create", "--display-name", "Alan Turing", "--user-principal-name", name, "--password",
                Self.password)
            let id = try AzureDirectory.id(made)
            #expect(made["userPrincipalName"]?.stringValue == name && made["businessPhones"] == [])
            #expect(try await az.tokens.refusal(user: name, Self.password) == nil)
            #expect(try await az.tokens.refusal(user: name, "wrong") == 50_126)

            #expect(try await az("ad", "user", "list", "--upn", name).each("id") == [id])
            #expect(try await az("ad", "user", "list", "--display-name", "Alan").each("id") == [id])
            let filtered = try await az("ad", "user", "list", "--filter", "mailNickname eq 'alan'")
            #expect(filtered.each("id") == [id])
            #expect(try await az("ad", "user", "list").each("userPrincipalName").contains(Contoso.grace))
            #expect(try await az("ad", "user", "show", "--id", name)["id"]?.stringValue == id)

            try await az(
                "ad", "user", "update", "--id", id, "--display-name", "Alan M. Turing", "--password", "Other-horse-8")
            #expect(try await az("ad", "user", "show", "--id", id)["displayName"] == "Alan M. Turing")
            #expect(try await az.tokens.refusal(user: name, Self.password) == 50_126)
            #expect(try await az.tokens.refusal(user: name, "Other-horse-8") == nil)
            try await az("ad", "user", "update", "--id", name, "--account-enabled", "false")
            #expect(try await az.tokens.refusal(user: name, "Other-horse-8") == 50_057)
            try await az("ad", "user", "update", "--id", name, "--account-enabled", "true")

            try await az("ad", "user", "delete", "--id", name)
            #expect(try await az.tokens.refusal(user: name, "Other-horse-8") == 50_126)
            #expect(try await az.failure("ad", "user", "show", "--id", name).contains("does not exist"))
            let deleted = try await az.rest("get", "directory/deletedItems/microsoft.graph.user")
            #expect(deleted["value"]?.each("id") == [id])
            let restored = try await az.rest("post", "directory/deletedItems/\(id)/restore")
            #expect(restored["@odata.type"] == "#microsoft.graph.user")
            #expect(try await az.tokens.refusal(user: name, "Other-horse-8") == nil)

            let again = try await az.failure(
                "ad", "user", "create", "--display-name", "Alan", "--user-principal-name", name, "--password",
                Self.password)
            #expect(again.contains("userPrincipalName already exists"))
        }
    }

    @Test("az ad and az rest, as the page of clients has them")
    func page() async throws {
        try await AzureDirectory.with { az in
            let shell = try ClientsPage.start(
                try ClientsPage.block("Azure CLI", 3, for: az.provider), environment: az.azure.environment)
            let said = await shell.outcome()
            #expect(said.status == 0, "\(said.output)")
            #expect(try await az.tokens.refusal(user: "alan@contoso.test", Self.password) == nil)
            #expect(try await az("ad", "group", "show", "--group", "Staff")["securityEnabled"] == true)
        }
    }

    @Test("Groups: members, owners, and a claim in the token of a member")
    func groups() async throws {
        try await AzureDirectory.with { az in
            let ada = try await az.provider.objectID(of: Contoso.ada)
            let grace = try await az.provider.objectID(of: Contoso.grace)
            let made = try await az(
                "ad", "group", "create", "--display-name", "Night shift", "--mail-nickname", "night", "--description",
                "x")
            let id = try AzureDirectory.id(made)
            let same = try await az(
                "ad", "group", "create", "--display-name", "Night shift", "--mail-nickname", "night")
            #expect(same["id"]?.stringValue == id)
            #expect(made["securityEnabled"] == true && made["mailEnabled"] == false && made["groupTypes"] == [])
            #expect(try await az("ad", "group", "list", "--display-name", "Night").each("id") == [id])
            #expect(try await az("ad", "group", "show", "--group", "Night shift")["description"] == "x")

            try await az("ad", "group", "member", "add", "--group", id, "--member-id", ada)
            let twice = try await az.failure("ad", "group", "member", "add", "--group", id, "--member-id", ada)
            #expect(twice.contains("One or more added object references already exist"))
            let members = try await az("ad", "group", "member", "list", "--group", id)
            #expect(members.each("id") == [ada] && members.each("@odata.type") == ["#microsoft.graph.user"])
            let check = try await az("ad", "group", "member", "check", "--group", id, "--member-id", ada)
            #expect(check["value"] == true)
            #expect(
                try await az("ad", "user", "get-member-groups", "--id", Contoso.ada).each("displayName") == [
                    "Night shift"
                ])

            try await az("ad", "group", "owner", "add", "--group", id, "--owner-object-id", ada)
            #expect(Set(try await az("ad", "group", "owner", "list", "--group", id).each("id")) == [ada, grace])
            try await az("ad", "group", "owner", "remove", "--group", id, "--owner-object-id", ada)
            #expect(try await az("ad", "group", "owner", "list", "--group", id).each("id") == [grace])
            #expect(try await az("ad", "signed-in-user", "list-owned-objects", "--type", "group").each("id") == [id])

            let outer = try AzureDirectory.id(
                try await az("ad", "group", "create", "--display-name", "Staff", "--mail-nickname", "staff"))
            try await az("ad", "group", "member", "add", "--group", outer, "--member-id", id)
            #expect(try await az("ad", "group", "get-member-groups", "--group", id).arrayValue == [.string(outer)])
            let all = try await az("ad", "user", "get-member-groups", "--id", ada).each("id")
            #expect(Set(all) == [id, outer])

            try await az("ad", "group", "member", "remove", "--group", id, "--member-id", ada)
            let gone = try await az("ad", "group", "member", "check", "--group", id, "--member-id", ada)
            #expect(gone["value"] == false)
            try await az("ad", "group", "delete", "--group", id)
            #expect(try await az.failure("ad", "group", "show", "--group", id).contains("does not exist"))
            #expect(try await az("ad", "signed-in-user", "show")["userPrincipalName"]?.stringValue == Contoso.grace)
        }
    }

    @Test("Applications: credentials, permissions, grants and federated credentials, as tokens show")
    func applications() async throws {
        try await AzureDirectory.with { az in
            let made = try await az(
                "ad", "app", "create", "--display-name", "Depot", "--sign-in-audience", "AzureADMyOrg",
                "--is-fallback-public-client", "true", "--public-client-redirect-uris", "http://localhost/depot")
            let client = try #require(made["appId"]?.stringValue)
            let id = try AzureDirectory.id(made)
            #expect(made["publicClient"]?["redirectUris"] == ["http://localhost/depot"])
            #expect(try await az("ad", "app", "list", "--app-id", client).each("id") == [id])
            #expect(try await az("ad", "app", "list", "--display-name", "Dep").each("id") == [id])
            try await az("ad", "app", "update", "--id", client, "--identifier-uris", "api://depot")
            #expect(try await az("ad", "app", "show", "--id", "api://depot")["id"]?.stringValue == id)
            try await az("ad", "sp", "create", "--id", client)

            let secret = try await az("ad", "app", "credential", "reset", "--id", client, "--display-name", "first")
            let text = try #require(secret["password"]?.stringValue)
            #expect(try await az.tokens.refusal(client: client, secret: text) == nil)
            let listed = try await az("ad", "app", "credential", "list", "--id", client)
            #expect(listed.each("displayName") == ["first"] && listed.arrayValue?.first?["secretText"] == .null)
            let key = try #require(listed.each("keyId").first)
            let second = try await az("ad", "app", "credential", "reset", "--id", client, "--append")
            try await az("ad", "app", "credential", "delete", "--id", client, "--key-id", key)
            #expect(try await az.tokens.refusal(client: client, secret: second["password"]?.stringValue ?? "") == nil)
            #expect(try await az.tokens.refusal(client: client, secret: text) == 7_000_215)

            let files = try await az("ad", "sp", "list", "--spn", "api://files")
            let api = try #require(files.each("appId").first)
            let scope = files.arrayValue?.first?["oauth2PermissionScopes"]?.arrayValue?
                .first { $0["value"] == "Files.Read" }?["id"]?.stringValue
            try await az(
                "ad", "app", "permission", "add", "--id", client, "--api", api, "--api-permissions",
                "\(scope ?? "")=Scope")
            #expect(try await az("ad", "app", "permission", "list", "--id", client).each("resourceAppId") == [api])
            #expect(
                try await az.tokens.refusal(user: Contoso.ada, Contoso.password, client: client, scope: Contoso.read)
                    == 65_001)
            try await az("ad", "app", "permission", "grant", "--id", client, "--api", api, "--scope", "Files.Read")
            #expect(
                try await az.tokens.refusal(user: Contoso.ada, Contoso.password, client: client, scope: Contoso.read)
                    == nil)
            let grants = try await az("ad", "app", "permission", "list-grants", "--id", client, "--show-resource-name")
            #expect(grants.each("resourceDisplayName") == ["Contoso Files"])
            #expect(grants.each("consentType") == ["AllPrincipals"])
            try await az("ad", "app", "permission", "delete", "--id", client, "--api", api)
            #expect(try await az("ad", "app", "permission", "list", "--id", client) == [])

            let ada = try await az.provider.objectID(of: Contoso.ada)
            try await az("ad", "app", "owner", "add", "--id", client, "--owner-object-id", ada)
            #expect(try await az("ad", "app", "owner", "list", "--id", client).each("id").contains(ada))
            try await az("ad", "app", "owner", "remove", "--id", client, "--owner-object-id", ada)
            #expect(try await az("ad", "app", "owner", "list", "--id", client).each("id").contains(ada) == false)

            let credential: JSONValue = [
                "name": "build", "issuer": "https://tokens.build.test", "subject": "build",
                "audiences": ["api://AzureADTokenExchange"],
            ]
            try await az(
                "ad", "app", "federated-credential", "create", "--id", client, "--parameters", credential.text())
            try await az(
                "ad", "app", "federated-credential", "update", "--id", client, "--federated-credential-id", "build",
                "--parameters", #"{"description": "for builds"}"#)
            let shown = try await az(
                "ad", "app", "federated-credential", "show", "--id", client, "--federated-credential-id", "build")
            #expect(shown["description"] == "for builds" && shown["subject"] == "build")
            try await az(
                "ad", "app", "federated-credential", "delete", "--id", client, "--federated-credential-id", "build")
            #expect(try await az("ad", "app", "federated-credential", "list", "--id", client) == [])

            try await az("ad", "app", "delete", "--id", client)
            #expect(
                try await az.tokens.refusal(user: Contoso.ada, Contoso.password, client: client, scope: Contoso.read)
                    == 700_016)
            try await az.rest("post", "directory/deletedItems/\(id)/restore")
            #expect(try await az("ad", "app", "show", "--id", client)["id"]?.stringValue == id)
        }
    }

    @Test("Service principals: create-for-rbac, credentials, being disabled, deleted and restored, as tokens show")
    func servicePrincipals() async throws {
        try await AzureDirectory.with { az in
            let made = try await az("ad", "sp", "create-for-rbac", "--name", "robot")
            let client = try #require(made["appId"]?.stringValue)
            let secret = try #require(made["password"]?.stringValue)
            #expect(made["tenant"]?.stringValue == Contoso.tenant && made["displayName"] == "robot")
            #expect(try await az.tokens.refusal(client: client, secret: secret) == nil)
            let again = try await az("ad", "sp", "create-for-rbac", "--name", "robot")
            let second = try #require(again["password"]?.stringValue)
            #expect(again["appId"]?.stringValue == client)
            #expect(try await az.tokens.refusal(client: client, secret: secret) == 7_000_215)
            #expect(try await az.tokens.refusal(client: client, secret: second) == nil)

            let shown = try await az("ad", "sp", "show", "--id", client)
            let id = try AzureDirectory.id(shown)
            #expect(shown["servicePrincipalNames"] == .strings([client]))
            #expect(try await az("ad", "sp", "list", "--display-name", "rob").each("id") == [id])
            #expect(try await az("ad", "sp", "owner", "list", "--id", client).arrayValue != nil)
            let reset = try await az("ad", "sp", "credential", "reset", "--id", client, "--append")
            #expect(try await az.tokens.refusal(client: client, secret: reset["password"]?.stringValue ?? "") == nil)
            #expect(try await az.tokens.refusal(client: client, secret: second) == nil)

            try await az("ad", "sp", "update", "--id", client, "--set", "accountEnabled=false")
            #expect(try await az.tokens.refusal(client: client, secret: second) == 7_000_112)
            try await az("ad", "sp", "update", "--id", client, "--set", "accountEnabled=true")
            #expect(try await az.tokens.refusal(client: client, secret: second) == nil)
            try await az("ad", "sp", "delete", "--id", client)
            #expect(try await az.tokens.refusal(client: client, secret: second) == 700_016)
            try await az.rest("post", "directory/deletedItems/\(id)/restore")
            #expect(try await az.tokens.refusal(client: client, secret: second) == nil)

            let pair = try await az("ad", "sp", "create-for-rbac", "--name", "certified", "--create-cert")
            let file = try #require(pair["fileWithCertAndPrivateKey"]?.stringValue)
            try await az(
                "login", "--service-principal", "--username", pair["appId"]?.stringValue ?? "", "--certificate", file,
                "--tenant", Contoso.tenant, "--allow-no-subscriptions")
            #expect(try await az("account", "show")["user"]?["name"] == pair["appId"])
            #expect(try await az.failure("ad", "signed-in-user", "show").contains("delegated"))
        }
    }

    @Test("az rest: policies and locations that a sign-in meets, devices, and a batch")
    func rest() async throws {
        try await AzureDirectory.with { az in
            let ada = try await az.provider.objectID(of: Contoso.ada)
            #expect(try await az.tokens.refusal(user: Contoso.ada, Contoso.password) == nil)
            let place = try await az.rest(
                "post", "identity/conditionalAccess/namedLocations",
                [
                    "@odata.type": "#microsoft.graph.ipNamedLocation", "displayName": "Here", "isTrusted": true,
                    "ipRanges": [["@odata.type": "#microsoft.graph.iPv4CidrRange", "cidrAddress": "127.0.0.0/8"]],
                ])
            let policy = try await az.rest(
                "post", "identity/conditionalAccess/policies",
                [
                    "displayName": "Not from here", "state": "enabled",
                    "conditions": [
                        "users": ["includeUsers": [.string(ada)]], "applications": ["includeApplications": ["All"]],
                        "locations": ["includeLocations": [place["id"] ?? .null]], "clientAppTypes": ["all"],
                    ],
                    "grantControls": ["operator": "OR", "builtInControls": ["block"]],
                ])
            let id = try AzureDirectory.id(policy)
            #expect(try await az.tokens.refusal(user: Contoso.ada, Contoso.password) == 53_003)
            #expect(try await az.tokens.refusal(user: Contoso.grace, Contoso.password) == nil)
            try await az.rest("patch", "identity/conditionalAccess/policies/\(id)", ["state": "disabled"])
            #expect(try await az.tokens.refusal(user: Contoso.ada, Contoso.password) == nil)
            try await az.rest("patch", "identity/conditionalAccess/policies/\(id)", ["state": "enabled"])
            try await az.rest("delete", "identity/conditionalAccess/policies/\(id)")
            #expect(try await az.tokens.refusal(user: Contoso.ada, Contoso.password) == nil)
            try await az.rest("delete", "identity/conditionalAccess/namedLocations/\(try AzureDirectory.id(place))")
            #expect(try await az.rest("get", "identity/conditionalAccess/namedLocations")["value"] == [])

            let signIns = try await az.rest(
                "get", "auditLogs/signIns?$filter=userPrincipalName eq '\(Contoso.ada)'&$top=10")
            let errors = signIns["value"]?.arrayValue?.compactMap { $0["status"]?["errorCode"]?.integerValue } ?? []
            #expect(errors.contains(53_003) && errors.contains(0))

            #expect(try await az.rest("get", "devices")["value"]?.arrayValue != nil)
            let batch = try await az.rest(
                "post", "$batch",
                [
                    "requests": [
                        ["id": "1", "method": "GET", "url": .string("/users/\(ada)?$select=displayName")],
                        ["id": "2", "method": "GET", "url": "/users/missing@contoso.test"],
                        [
                            "id": "3", "method": "PATCH", "url": .string("/users/\(ada)"), "dependsOn": ["1"],
                            "headers": ["Content-Type": "application/json"], "body": ["jobTitle": "Admiral"],
                        ],
                    ]
                ])
            let statuses = (batch["responses"]?.arrayValue ?? []).reduce(into: [String: Int64]()) {
                $0[$1["id"]?.stringValue ?? ""] = $1["status"]?.integerValue
            }
            #expect(statuses == ["1": 200, "2": 404, "3": 204])
            #expect(try await az("ad", "user", "show", "--id", Contoso.ada)["jobTitle"] == "Admiral")
        }
    }
}

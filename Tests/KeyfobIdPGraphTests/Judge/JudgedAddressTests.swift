import KeyfobConformance
import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

/// Every address of the description, read at a provider that has an object of each kind.
@Suite("Addresses of Graph", .timeLimit(.minutes(5)))
struct JudgedAddressTests {
    private let clock = MovableClock()

    /// Graph as the tenant's administrator sees it.
    private func graph() async throws -> JudgedGraph {
        let provider = try await InMemoryProvider(clock: clock)
        let form = FormParameters([
            ("grant_type", "password"), ("client_id", SeedData.commandLineClientID),
            ("username", "grace@contoso.test"), ("password", SeedData.password),
            ("scope", "\(provider.base.origin)//.default openid"),
        ])
        let url = provider.base.with(path: "/contoso.test/oauth2/v2.0/token")
        let response = try JSONValue(parsing: try await provider.send(.form(url, form)).body)
        let token = try #require(response["access_token"]?.stringValue, "\(response.text())")
        return try JudgedGraph(provider, base: provider.base, token: token)
    }

    /// An object of each collection that a path may name.
    private func objects(_ graph: JudgedGraph) async throws -> [String: String] {
        func make(_ path: String, _ body: JSONValue) async throws -> String {
            let made = try await graph(.post, path, body)
            return try #require(made["id"]?.stringValue, "\(path) \(made.status) \(made.body.text())")
        }
        let me = try #require(try await graph(.get, "/me")["id"]?.stringValue)
        let user = try await make(
            "/users",
            [
                "accountEnabled": true, "displayName": "Alan Turing", "mailNickname": "alan",
                "userPrincipalName": "alan@contoso.test",
                "passwordProfile": ["password": "Correct-horse-7", "forceChangePasswordNextSignIn": false],
            ])
        let group = try await make(
            "/groups",
            ["displayName": "Staff", "mailEnabled": false, "mailNickname": "staff", "securityEnabled": true])
        let address = "\(graph.base.origin)/v1.0/directoryObjects/"
        try await graph(.post, "/groups/\(group)/members/$ref", ["@odata.id": .string(address + user)])
        let application = try await graph(
            .post, "/applications",
            ["displayName": "Depot", "web": ["redirectUris": ["https://depot.test/"]], "tags": ["a"]])
        let id = try #require(application["id"]?.stringValue, "\(application.body.text())")
        try await graph(.post, "/applications/\(id)/addPassword", ["passwordCredential": ["displayName": "first"]])
        let credential = try await make(
            "/applications/\(id)/federatedIdentityCredentials",
            ["name": "ci", "issuer": "https://ci.test", "subject": "main", "audiences": ["api://AzureADTokenExchange"]])
        let principal = try await make("/servicePrincipals", ["appId": application["appId"] ?? .null])
        let files = try await graph(.get, "/servicePrincipals?$filter=displayName eq 'Contoso Files'").value.first
        let role = files?["appRoles"]?.arrayValue?.first?["id"] ?? .null
        let grant = try await make(
            "/oauth2PermissionGrants",
            [
                "clientId": .string(principal), "consentType": "AllPrincipals", "resourceId": files?["id"] ?? .null,
                "scope": "Files.Read",
            ])
        let assignment = try await make(
            "/servicePrincipals/\(principal)/appRoleAssignments",
            ["principalId": .string(principal), "resourceId": files?["id"] ?? .null, "appRoleId": role])
        let location = try await make(
            "/identity/conditionalAccess/namedLocations",
            [
                "@odata.type": "#microsoft.graph.ipNamedLocation", "displayName": "Office", "isTrusted": true,
                "ipRanges": [["@odata.type": "#microsoft.graph.iPv6CidrRange", "cidrAddress": "2001:db8::/32"]],
            ])
        let policy = try await make(
            "/identity/conditionalAccess/policies",
            [
                "displayName": "Second factor", "state": "enabledForReportingButNotEnforced",
                "conditions": [
                    "users": ["includeUsers": [.string(user)]], "applications": ["includeApplications": ["All"]],
                    "clientAppTypes": ["all"],
                ], "grantControls": ["operator": "OR", "builtInControls": ["mfa"]],
            ])
        let phone = try await make(
            "/users/\(user)/authentication/phoneMethods", ["phoneNumber": "+1 2065550100", "phoneType": "mobile"])
        let deleted = try await make(
            "/groups", ["displayName": "Old", "mailEnabled": false, "mailNickname": "old", "securityEnabled": true])
        try await graph(.delete, "/groups/\(deleted)")
        return [
            "users": user, "me": me, "groups": group, "applications": id, "servicePrincipals": principal,
            "federatedIdentityCredentials": credential, "oauth2PermissionGrants": grant,
            "appRoleAssignments": assignment, "namedLocations": location, "policies": policy, "phoneMethods": phone,
            "methods": phone, "deletedItems": deleted, "directoryObjects": user, "members": user,
            "transitiveMembers": user, "memberOf": group, "transitiveMemberOf": group,
            "directoryRoles": "62e90394-69f5-4237-9190-012177145e10",
            "directoryRoleTemplates": "62e90394-69f5-4237-9190-012177145e10",
            "roleDefinitions": "62e90394-69f5-4237-9190-012177145e10", "domains": "contoso.test",
            "organization": "11111111-1111-4111-8111-111111111111",
        ]
    }

    @Test("Every address of the description returns what it says, or a refusal of Graph's form")
    func addresses() async throws {
        let graph = try await graph()
        let objects = try await objects(graph)
        var statuses: [Int: [String]] = [:]
        for template in try GraphDescription.published().paths(with: "GET") {
            var parts: [String] = []
            for part in template.split(separator: "/").map(String.init) {
                let name = parts.last ?? ""
                let id = objects[name] ?? "00000000-0000-4000-8000-000000000000"
                parts.append(part == "{}" ? id : part.replacing("{}", with: "00000000-0000-4000-8000-000000000000"))
            }
            let path = "/" + parts.joined(separator: "/")
            let isCount = path.hasSuffix("/$count")
            let status = try await graph(.get, path, consistency: isCount).status
            statuses[status, default: []].append(path)
        }
        #expect(Set(statuses.keys).isSubset(of: [200, 400, 404, 405]), "\(statuses.filter { $0.key > 404 })")
        // The rest are addresses of objects that this directory does not have.
        #expect((statuses[200]?.count ?? 0) > 200, "\(statuses[200]?.count ?? 0) of \(statuses.mapValues(\.count))")
    }

    @Test(
        "Collections are counted, selected and paged as the description says",
        arguments: [
            "users", "groups", "applications", "servicePrincipals", "directoryRoleTemplates", "auditLogs/signIns",
        ])
    func collections(_ name: String) async throws {
        let graph = try await graph()
        _ = try await objects(graph)
        let isLog = name == "auditLogs/signIns"
        let first = try await graph(.get, "/\(name)?$top=1" + (isLog ? "" : "&$count=true"), consistency: !isLog)
        #expect(first.status == 200, "\(first.body.text())")
        let some = try await graph(.get, "/\(name)?$select=id")
        #expect(some.status == 200 && some.value.allSatisfy { $0["id"] != nil })
    }
}

import KeyfobConformance
import KeyfobCore
import KeyfobIdP
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

/// A directory with an object of each type, and the requests that read and change it.
struct AccessScene {
    /// One operation on the objects of one type.
    struct Operation: Sendable, Hashable {
        let type: String
        let name: String
        let method: HTTPMethod
        let path: String
        var body: JSONValue?
        /// Whether the object is gone if the request succeeds.
        var isRemoval = false

        var title: String { "\(type) \(name)" }
        /// Whether it names an object of the tenant, so that another tenant's caller has to be refused.
        var isOfObject: Bool { name != "list" && name != "create" }
    }

    static let user = "88888888-0000-4000-8000-000000000001"
    static let device = "99999999-0000-4000-8000-00000000000d"

    let fixture: GraphFixture
    private let provider: InMemoryProvider
    private let ids: [String: String]

    init() async throws {
        let fixture = try await GraphFixture()
        self.fixture = fixture
        provider = fixture.provider
        try await provider.store.transaction { transaction in
            try Self.putUser(transaction)
            try Self.putDevice(transaction)
        }
        let client = try await fixture.createClient("Engine")
        let group = try await fixture.createGroup("Engineers")
        let member: JSONValue = ["@odata.id": .string("https://graph.microsoft.com/v1.0/users/\(Self.user)")]
        #expect(try await fixture.graph(.post, "/groups/\(group)/members/$ref", member).status == 204)
        let location = try await fixture.graph(
            .post, "/identity/conditionalAccess/namedLocations",
            [
                "@odata.type": "#microsoft.graph.ipNamedLocation", "displayName": "Office",
                "ipRanges": [["@odata.type": "#microsoft.graph.iPv4CidrRange", "cidrAddress": "192.0.2.0/24"]],
            ])
        let policy = try await fixture.graph(
            .post, "/identity/conditionalAccess/policies",
            [
                "displayName": "Nobody", "state": "disabled",
                "conditions": [
                    "clientAppTypes": ["all"], "applications": ["includeApplications": ["All"]],
                    "users": ["includeUsers": [.string(Self.user)]],
                ], "grantControls": ["operator": "OR", "builtInControls": ["block"]],
            ])
        let devices = try await fixture.graph(.get, "/devices")
        let role = try await fixture.graph(
            .get, "/directoryRoles(roleTemplateId='\(GraphFixture.userAdministrator)')")
        let graph = try await fixture.graph(.get, "/servicePrincipals(appId='00000003-0000-0000-c000-000000000000')")
        let grant = try await fixture.graph(
            .post, "/oauth2PermissionGrants",
            [
                "clientId": .string(client.principalID), "consentType": "Principal", "principalId": .string(Self.user),
                "resourceId": graph["id"] ?? .null, "scope": "User.Read",
            ])
        var ids = [
            "USER": Self.user, "APPLICATION": client.objectID, "PRINCIPAL": client.principalID, "GROUP": group,
        ]
        for (name, reply) in [
            ("LOCATION", location), ("POLICY", policy), ("ROLE", role), ("GRANT", grant), ("GRAPH", graph),
        ] { ids[name] = try #require(reply["id"]?.stringValue, "\(name): \(reply.body.text())") }
        let signIns = try await fixture.graph(.get, "/auditLogs/signIns")
        ids["SIGNIN"] = try #require(signIns.value.first?["id"]?.stringValue)
        ids["DEVICE"] = try #require(devices.value.first?["id"]?.stringValue)
        self.ids = ids
    }

    private static func putUser(_ transaction: any IdPTransaction) throws {
        try transaction.put(
            User(
                objectID: user, tenantID: SeedData.tenantID, userPrincipalName: "target@contoso.test",
                displayName: "Target"))
    }

    private static func putDevice(_ transaction: any IdPTransaction) throws {
        try transaction.put(
            RegisteredDevice(
                id: device, tenantID: SeedData.tenantID, ownerID: user, displayName: "Phone", joinType: .register,
                operatingSystem: "iOS", operatingSystemVersion: "17.2", certificate: [], transportKey: [],
                registeredAt: 1))
    }

    /// Makes a user the owner of the application, its object, the group and the device.
    func setOwner(_ user: String) async throws {
        let owner: JSONValue = ["@odata.id": .string("https://graph.microsoft.com/v1.0/users/\(user)")]
        for path in ["applications/APPLICATION", "servicePrincipals/PRINCIPAL", "groups/GROUP"] {
            var path = path
            for (name, id) in ids { path = path.replacing(name, with: id) }
            #expect(try await fixture.graph(.post, "/\(path)/owners/$ref", owner).status == 204)
        }
        try await provider.store.transaction { transaction in
            guard var device = try transaction.device(id: Self.device) else { return }
            device.ownerID = user
            try transaction.put(device)
        }
    }

    /// The status of a request, without the judge of Graph: there are thousands.
    func status(_ operation: Operation, _ token: String) async throws -> Int {
        var path = operation.path
        for (name, id) in ids { path = path.replacing(name, with: id) }
        var request = HTTPRequest(
            method: operation.method, url: try #require(HTTPURL("\(provider.base.origin)/v1.0\(path)")))
        request.fields.set("Authorization", "Bearer \(token)")
        if let body = operation.body {
            request.fields.set("Content-Type", "application/json")
            var text = body.text()
            for (name, id) in ids { text = text.replacing(name, with: id) }
            request.body = Array(text.utf8)
        }
        return try await provider.send(request).status
    }

    /// Whether the caller with a token may do an operation.
    func isAllowed(_ operation: Operation, _ token: String) async throws -> Bool {
        let status = try await status(operation, token)
        #expect(status < 500, "\(operation.title)")
        if operation.isRemoval, status == 204 { try await restore(operation) }
        switch status {
        case 401, 403: return false
        // An object that is not there for the caller cannot be read or changed; a body that refers to none comes later.
        case 404: return !operation.isOfObject
        default: return true
        }
    }

    /// Makes what a request has removed again.
    private func restore(_ operation: Operation) async throws {
        switch operation.type {
        case "device": try await provider.store.transaction { try Self.putDevice($0) }
        case "oauth2PermissionGrant":
            try await fixture.graph(
                .post, "/oauth2PermissionGrants",
                [
                    "clientId": .string(ids["PRINCIPAL"] ?? ""), "consentType": "Principal",
                    "principalId": .string(Self.user), "resourceId": .string(ids["GRAPH"] ?? ""), "scope": "User.Read",
                ])
        default:
            let id = operation.path.split(separator: "/").last.map(String.init) ?? ""
            let restored = try await fixture.graph(
                .post, "/directory/deletedItems/\(ids[id] ?? id)/restore")
            #expect(restored.status == 200, "\(operation.title)")
        }
    }
}

extension AccessScene {
    /// The operations. The bodies are such that a request which is allowed changes nothing, as far as possible.
    static let operations: [Operation] = [
        all(
            "user", "/users", "USER", create: [:], update: ["jobTitle": "x"], isRemovable: true,
            relations: ["memberOf", "ownedObjects", "ownedDevices", "appRoleAssignments", "oauth2PermissionGrants"]),
        all(
            "group", "/groups", "GROUP", create: [:], update: ["description": "x"], isRemovable: true,
            relations: ["members", "owners", "memberOf", "appRoleAssignments"]),
        all(
            "application", "/applications", "APPLICATION", create: [:], update: ["notes": "x"], isRemovable: true,
            relations: ["owners", "federatedIdentityCredentials"]),
        all(
            "servicePrincipal", "/servicePrincipals", "PRINCIPAL", create: [:], update: ["notes": "x"],
            isRemovable: true,
            relations: ["owners", "appRoleAssignments", "appRoleAssignedTo", "oauth2PermissionGrants", "memberOf"]),
        all(
            "device", "/devices", "DEVICE", update: ["displayName": "Phone"], isRemovable: true,
            relations: ["registeredOwners", "memberOf"]),
        all("oauth2PermissionGrant", "/oauth2PermissionGrants", "GRANT", create: [:], update: [:], isRemovable: true),
        all("directoryRole", "/directoryRoles", "ROLE", relations: ["members"]),
        all("organization", "/organization", SeedData.tenantID, update: [:]),
        all("domain", "/domains", "contoso.test", create: [:]),
        all("conditionalAccessPolicy", "/identity/conditionalAccess/policies", "POLICY", create: [:], update: [:]),
        all("namedLocation", "/identity/conditionalAccess/namedLocations", "LOCATION", create: [:], update: [:]),
        all("signIn", "/auditLogs/signIns", "SIGNIN"),
        [
            operation("authorizationPolicy", "read", .get, "/policies/authorizationPolicy"),
            operation("authorizationPolicy", "update", .patch, "/policies/authorizationPolicy", [:]),
            operation("authenticationMethod", "read", .get, "/users/USER/authentication/methods"),
            operation("authenticationMethod", "update", .post, "/users/USER/authentication/phoneMethods", [:]),
            operation("invitation", "create", .post, "/invitations", [:]),
            operation(
                "directoryRole", "create", .post, "/roleManagement/directory/roleAssignments",
                [
                    "principalId": "none", "directoryScopeId": "/",
                    "roleDefinitionId": .string(GraphFixture.userAdministrator),
                ]),
            operation(
                "user", "password", .patch, "/users/USER",
                ["passwordProfile": ["forceChangePasswordNextSignIn": false]]),
            operation("user", "revokeSignInSessions", .post, "/users/USER/revokeSignInSessions"),
            operation("group", "addMember", .post, "/groups/GROUP/members/$ref", ["@odata.id": "users/USER"]),
            operation("application", "credentials", .post, "/applications/APPLICATION/removePassword", [:]),
            operation("servicePrincipal", "credentials", .post, "/servicePrincipals/PRINCIPAL/removePassword", [:]),
            operation(
                "appRoleAssignment", "create", .post, "/servicePrincipals/PRINCIPAL/appRoleAssignments",
                [
                    "principalId": "PRINCIPAL", "resourceId": "GRAPH",
                    "appRoleId": "df021288-bdef-4463-88db-98f22de89214",
                ]),
        ],
    ].flatMap(\.self)

    private static func operation(
        _ type: String, _ name: String, _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil
    ) -> Operation {
        Operation(type: type, name: name, method: method, path: path, body: body)
    }

    private static func all(
        _ type: String, _ path: String, _ id: String, create: JSONValue? = nil, update: JSONValue? = nil,
        isRemovable: Bool = false, relations: [String] = []
    ) -> [Operation] {
        var all = [operation(type, "list", .get, path), operation(type, "read", .get, "\(path)/\(id)")]
        for name in relations { all.append(operation(type, name, .get, "\(path)/\(id)/\(name)")) }
        if let create { all.append(operation(type, "create", .post, path, create)) }
        if let update { all.append(operation(type, "update", .patch, "\(path)/\(id)", update)) }
        if isRemovable {
            all.append(
                Operation(type: type, name: "delete", method: .delete, path: "\(path)/\(id)", isRemoval: true))
        }
        return all
    }
}

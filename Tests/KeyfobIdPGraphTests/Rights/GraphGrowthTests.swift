import Foundation
import KeyfobConformance
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobIdPGraph

/// A caller of Microsoft Graph, whatever its rights, makes no object and no list grow without a limit.
@Suite("What a caller of Microsoft Graph can grow", .onEveryStore)
struct GraphGrowthTests {
    private static let long = String(repeating: "x", count: 60_000)

    /// Sends a request as it is: the description of Graph says nothing of what is refused here.
    private func send(
        _ fixture: GraphFixture, _ method: HTTPMethod, _ path: String, _ body: JSONValue
    ) async throws -> (status: Int, body: JSONValue) {
        var request = HTTPRequest(method: method, url: fixture.provider.base.with(path: "/v1.0" + path))
        request.fields.set("Authorization", "Bearer \(fixture.graph.token ?? "")")
        request.fields.set("Content-Type", "application/json")
        request.body = body.bytes()
        let response = try await fixture.provider.send(request)
        return (response.status, (try? JSONValue(parsing: response.body)) ?? .null)
    }

    private func fixture() async throws -> GraphFixture {
        try await GraphFixture(store: try await StoreKind.current.make())
    }

    @Test("New members of 'info' do not make a registration grow, however often they are sent")
    func info() async throws {
        let fixture = try await fixture()
        let client = try await fixture.createClient("Grower")
        for number in 0..<8 {
            let reply = try await send(
                fixture, .patch, "/applications/\(client.objectID)", ["info": ["k\(number)": .string(Self.long)]])
            #expect(reply.status == 400)
            #expect(reply.body["error"]?["message"]?.stringValue?.isEmpty == false)
        }
        #expect(try await size(of: client.appID, fixture) < 4096)
        let good: JSONValue = ["info": ["marketingUrl": "https://contoso.test/"]]
        #expect(try await send(fixture, .patch, "/applications/\(client.objectID)", good).status == 204)
    }

    private func size(of appID: String, _ fixture: GraphFixture) async throws -> Int {
        let all = try await fixture.provider.store.transaction { try $0.applications() }
        return try JSONEncoder().encode(try #require(all.first { $0.appID == appID })).count
    }

    /// Values of each kind that are as large as a request can be.
    private static func large(_ kind: GraphProperty.Kind) -> [JSONValue] {
        switch kind {
        case .string, .time: [.string(long)]
        case .strings: [[.string(long)], .strings((0..<6000).map { "x\($0)" })]
        case .object: [["k": .string(long)], .object(.init(uniqueKeysWithValues: (0..<4000).map { ("k\($0)", "x") }))]
        case .objects: [[["k": .string(long)]], .array((0..<4000).map { ["k": .integer($0)] })]
        case .bool, .integer: [true]
        }
    }

    @Test("Every property of every type refuses a value that is as large as a request, or stores a part of it")
    func properties() async throws {
        let fixture = try await fixture()
        let client = try await fixture.createClient("Grower")
        let user = try await fixture.createUser("grower@contoso.test")
        let group = try await fixture.createGroup("Growers")
        let objects: [(GraphType, String)] = [
            (.application, "/applications/\(client.objectID)"),
            (.servicePrincipal, "/servicePrincipals/\(client.principalID)"), (.user, "/users/\(user)"),
            (.group, "/groups/\(group)"), (.organization, "/organization/\(SeedData.tenantID)"),
        ]
        var sent = 0
        for (type, path) in objects {
            for property in type.properties.values where property.source != .directory {
                for value in Self.large(property.kind) {
                    sent += 1
                    let reply = try await send(fixture, .patch, path, [property.name: value])
                    #expect(reply.status < 500, "\(path) \(property.name)")
                }
            }
        }
        #expect(sent > 80)
        #expect(try await size(of: client.appID, fixture) < 16 << 10)
        let stored = try await fixture.provider.store.transaction { transaction in
            (
                user: try transaction.user(objectID: user),
                objects: try transaction.directoryObjects().filter { $0.tenantID == SeedData.tenantID }
            )
        }
        #expect(try JSONEncoder().encode(try #require(stored.user)).count < 16 << 10)
        let largest = try #require(stored.objects.map(\.document.utf8.count).max())
        #expect(largest < 16 << 10)
    }

    @Test("Every list that requests add to has an end: secrets, federated credentials, entries, owners, domains")
    func lists() async throws {
        let fixture = try await fixture()
        let client = try await fixture.createClient("Grower")
        let path = "/applications/\(client.objectID)"
        for number in 1..<ObjectLimits.mostCredentials {
            let secret: JSONValue = ["passwordCredential": ["displayName": .string("s\(number)")]]
            #expect(try await send(fixture, .post, "\(path)/addPassword", secret).status == 200)
        }
        #expect(try await send(fixture, .post, "\(path)/addPassword", ["passwordCredential": [:]]).status == 400)
        for number in 0...ObjectLimits.mostCredentials {
            let credential: JSONValue = [
                "name": .string("n\(number)"), "issuer": "https://ci.test", "subject": .string("s\(number)"),
                "audiences": ["api://AzureADTokenExchange"],
            ]
            let reply = try await send(fixture, .post, "\(path)/federatedIdentityCredentials", credential)
            #expect(reply.status == (number < ObjectLimits.mostCredentials ? 201 : 400))
        }
        let roles = (0...ObjectLimits.mostEntries).map { number -> JSONValue in
            let id = String(number + 100_000_000_000)
            return ["id": .string("00000000-0000-4000-8000-\(id)"), "value": .string("r\(number)")]
        }
        let few: JSONValue = ["appRoles": .array(Array(roles.prefix(400)))]
        #expect(try await send(fixture, .patch, path, few).status == 204)
        for number in 0..<4 {
            let scopes = (0..<300).map { index -> JSONValue in
                let id = String(number * 1000 + index + 200_000_000_000)
                return ["id": .string("00000000-0000-4000-8000-\(id)"), "value": .string("s\(number).\(index)")]
            }
            _ = try await send(fixture, .patch, path, ["api": ["oauth2PermissionScopes": .array(scopes)]])
        }
        #expect(try await size(of: client.appID, fixture) < ObjectLimits.mostBytes)
        let uris = (0...256).map { "https://a.test/\($0)" }
        #expect(try await send(fixture, .patch, path, ["web": ["redirectUris": .strings(uris)]]).status == 400)
    }

    @Test("The numbers of policies, named locations, domains and owners have the limits of Entra ID")
    func numbers() async throws {
        let fixture = try await fixture()
        let client = try await fixture.createClient("Owned")
        let location: JSONValue = [
            "@odata.type": "#microsoft.graph.ipNamedLocation", "displayName": "L", "isTrusted": false,
            "ipRanges": [["@odata.type": "#microsoft.graph.iPv4CidrRange", "cidrAddress": "192.0.2.0/24"]],
        ]
        let policy: JSONValue = [
            "displayName": "P", "state": "disabled",
            "conditions": [
                "users": ["includeUsers": ["All"]], "applications": ["includeApplications": ["All"]],
                "clientAppTypes": ["all"],
            ],
            "grantControls": ["operator": "OR", "builtInControls": ["mfa"]],
        ]
        let locations = "/identity/conditionalAccess/namedLocations"
        let policies = "/identity/conditionalAccess/policies"
        let (first, other) = (
            try await send(fixture, .post, locations, location), try await send(fixture, .post, policies, policy)
        )
        #expect(first.status == 201 && other.status == 201)
        let owners = (0..<ObjectLimits.mostOwners).map { "22222222-0000-4000-8000-\(100_000_000_000 + $0)" }
        try await fixture.provider.store.transaction { transaction in
            let stored = try transaction.directoryObjects()
            for (kind, count) in [
                (DirectoryObject.Kind.policy, ObjectLimits.mostPolicies),
                (.namedLocation, ObjectLimits.mostLocations),
            ] {
                var object = try #require(stored.first { $0.kind == kind && $0.tenantID == SeedData.tenantID })
                let id = object.id
                for number in 1..<count {
                    let new = "44444444-0000-4000-8000-\(100_000_000_000 + number)"
                    object.document = object.document.replacing(object.id, with: new)
                    object.id = new
                    try transaction.put(object)
                }
                #expect(id != object.id)
            }
            var tenant = try #require(try transaction.tenants().first { $0.id == SeedData.tenantID })
            tenant.domains += (1..<ObjectLimits.mostDomains).map { "d\($0).test" }
            try transaction.put(tenant)
            var owned = try #require(try transaction.applications().first { $0.appID == client.appID })
            owned.owners = owners
            try transaction.put(owned)
        }
        for (path, body) in [
            (locations, location), (policies, policy), ("/domains", ["id": "one-more.test"]),
            (
                "/applications/\(client.objectID)/owners/$ref",
                ["@odata.id": .string("https://graph.microsoft.com/v1.0/directoryObjects/\(SeedData.adaID)")]
            ),
        ] {
            let reply = try await send(fixture, .post, path, body)
            #expect((400..<404).contains(reply.status), "\(path) \(reply.status)")
        }
        // What exists can still be changed.
        let id = try #require(first.body["id"]?.stringValue)
        #expect(try await send(fixture, .patch, "\(locations)/\(id)", ["displayName": "Renamed"]).status == 204)
        let ranges = (0...ObjectLimits.mostRanges).map { number -> JSONValue in
            ["cidrAddress": .string("10.\(number / 250).\(number % 250).0/24")]
        }
        #expect(try await send(fixture, .patch, "\(locations)/\(id)", ["ipRanges": .array(ranges)]).status == 400)
    }

    @Test("A directory has room for so many objects, deleted ones included")
    func room() async throws {
        let store = try await StoreKind.current.make()
        let fixture = try await GraphFixture(store: store)
        let before = try await store.transaction { try $0.objectCount(tenantID: SeedData.tenantID) }
        let user = try await fixture.createUser("counted@contoso.test")
        #expect(try await store.transaction { try $0.objectCount(tenantID: SeedData.tenantID) } == before + 1)
        #expect(try await fixture.graph(.delete, "/users/\(user)").status == 204)
        #expect(try await store.transaction { try $0.objectCount(tenantID: SeedData.tenantID) } == before + 1)
        #expect(try await fixture.graph(.delete, "/directory/deletedItems/\(user)").status == 204)
        #expect(try await store.transaction { try $0.objectCount(tenantID: SeedData.tenantID) } == before)
        let (memory, all) = (ObjectLimits.mostInMemory, ObjectLimits.mostObjects)
        #expect(throws: Never.self) { try ObjectLimits.checkRoom(inMemory: memory, others: all - memory) }
        #expect(throws: DirectoryError.self) { try ObjectLimits.checkRoom(inMemory: memory + 1, others: 0) }
        #expect(throws: DirectoryError.self) { try ObjectLimits.checkRoom(inMemory: 1, others: all) }
    }
}

import KeyfobConformance
import KeyfobCore
import KeyfobIdP
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

/// What one request may cost, whatever it asks for.
@Suite("The budget of a request to Microsoft Graph")
struct GraphBudgetTests {
    @Test(
        "Nested lambdas cannot multiply: their depth is limited, and a path begins with a variable",
        arguments: [
            ("businessPhones/any(a:businessPhones/any(b:b eq 'x'))", "BadRequest"),
            ("businessPhones/any(a:displayName eq 'x')", "BadRequest"),
            ("businessPhones/any(a:businessPhones/$count eq 1)", "BadRequest"),
            ("businessPhones/any(a:a/b/any(a:a eq 'x'))", "BadRequest"),
            ("identities/any(a:a/b/any(b:b/c/any(c:c eq 'x')))", "Request_UnsupportedQuery"),
        ])
    func lambdas(filter: String, code: String) async throws {
        let fixture = try await GraphFixture()
        let refused = try await fixture.graph(.get, "/users?$count=true&$filter=\(filter)", consistency: true)
        #expect(refused.status == 400 && refused.code == code, "\(refused.body.text())")
    }

    @Test("A condition of a lambda on the variable of the surrounding one is evaluated")
    func nested() async throws {
        let fixture = try await GraphFixture()
        let filter = "appRoles/any(r:r/allowedMemberTypes/any(m:m eq 'Application' and r/value eq 'User.Read.All'))"
        let found = try await fixture.graph(
            .get, "/servicePrincipals?$count=true&$filter=\(filter)", consistency: true)
        #expect(found.value.map { $0["displayName"] } == ["Microsoft Graph"], "\(found.body.text().prefix(500))")
    }

    @Test(
        "Options that repeat themselves, and too many of them, are refused",
        arguments: [
            ("$expand=memberOf,memberOf", "BadRequest"), ("$expand=memberOf,MEMBEROF($select=id)", "BadRequest"),
            ("$orderby=displayName,displayname desc", "BadRequest"),
            ("$orderby=displayName,mail,givenName,surname,jobTitle,city", "Request_UnsupportedQuery"),
            (
                "$search=" + Array(repeating: "\"displayName:a\"", count: 51).joined(separator: " OR "),
                "Request_UnsupportedQuery"
            ),
        ])
    func repeated(query: String, code: String) async throws {
        let fixture = try await GraphFixture()
        let refused = try await fixture.graph(.get, "/users?\(query)", consistency: true)
        #expect(refused.status == 400 && refused.code == code, "\(refused.body.text())")
    }

    /// A filter of so many conditions on a group's long description.
    private static func filter(_ conditions: Int) -> String {
        (0..<conditions).map { "contains(description,'n\($0)')" }.joined(separator: " or ")
    }

    private static func groups(_ count: Int, _ fixture: GraphFixture) async throws {
        for number in 0..<count {
            let made = try await fixture.graph(
                .post, "/groups",
                [
                    "displayName": .string("Group \(number)"), "mailNickname": .string("g\(number)"),
                    "mailEnabled": false, "securityEnabled": true, "description": "short",
                ])
            #expect(made.status == 201)
        }
        // Longer than a request may make it: an older version may have stored it.
        try await fixture.provider.store.transaction { transaction in
            for var object in try transaction.directoryObjects() where object.kind == .group {
                object.document = object.document.replacing(
                    #""short""#, with: #""\#(String(repeating: "x", count: 8000))""#)
                try transaction.put(object)
            }
        }
    }

    @Test("A filter that costs too much for one object is refused with what to do")
    func costly() async throws {
        let fixture = try await GraphFixture()
        try await Self.groups(1, fixture)
        let found = try await fixture.graph(.get, "/groups?$filter=\(Self.filter(40))", consistency: true)
        #expect(found.status == 200 && found.value.isEmpty)
        let refused = try await fixture.graph(.get, "/groups?$filter=\(Self.filter(180))", consistency: true)
        #expect(refused.status == 400 && refused.code == "Request_UnsupportedQuery")
        #expect(refused["error"]?["message"]?.stringValue?.contains("Use fewer or simpler conditions") == true)
    }

    @Test("The requests of a batch share one budget")
    func batch() async throws {
        let fixture = try await GraphFixture()
        try await Self.groups(8, fixture)
        let query = Self.filter(80)
        let requests = (1...20).map { number -> JSONValue in
            [
                "id": .string(String(number)), "method": "GET", "url": .string("/groups?$filter=\(query)"),
                "headers": ["ConsistencyLevel": "eventual"],
            ]
        }
        let reply = try await fixture.graph(.post, "/$batch", ["requests": .array(requests)])
        let statuses = reply["responses"]?.arrayValue?.compactMap { $0["status"]?.integerValue } ?? []
        #expect(statuses.first == 200 && statuses.last == 400, "\(statuses)")
        let last = reply["responses"]?.arrayValue?.last?["body"]?["error"]?["code"]
        #expect(last == "Request_UnsupportedQuery")
    }

    @Test("A cancelled request ends its evaluation")
    func cancelled() async throws {
        let fixture = try await GraphFixture()
        try await Self.groups(4, fixture)
        let graph = fixture.graph
        let work = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await graph.base.status(
                of: "/v1.0/groups?$filter=\(Self.filter(60).addingPercentEncoding)", graph.token ?? "", fixture.provider
            )
        }
        #expect(try await work.value == 499)
    }

    @Test("A collection of more objects than one transaction reads is filtered, sorted, counted and paged whole")
    func pieces() async throws {
        let fixture = try await GraphFixture()
        try await fixture.provider.store.transaction { transaction in
            for number in 0..<450 {
                try transaction.put(
                    SeedData.clerk(number, tenantID: SeedData.tenantID))
            }
        }
        let graph = fixture.graph
        let counted = try await graph(
            .get, "/users?$count=true&$top=1&$filter=startswith(displayName,'Clerk')", consistency: true)
        #expect(counted["@odata.count"]?.integerValue == 450 && counted.value.count == 1)
        let sorted = try await graph(
            .get, "/users?$count=true&$top=3&$orderby=displayName desc&$filter=startswith(displayName,'Clerk')",
            consistency: true)
        #expect(sorted.value.map { $0["displayName"] } == ["Clerk 449", "Clerk 448", "Clerk 447"])
        let late = try await graph(.get, "/users?$top=2&$filter=endswith(displayName,'49')", consistency: true)
        #expect(late.value.map { $0["displayName"] } == ["Clerk 049", "Clerk 149"])
        let next = try #require(late["@odata.nextLink"]?.stringValue)
        let rest = try await graph(
            .get, String(next.dropFirst("\(fixture.provider.base.origin)/v1.0".count)), consistency: true)
        #expect(rest.value.map { $0["displayName"] } == ["Clerk 249", "Clerk 349"])
    }
}

extension SeedData {
    /// A user without a password.
    fileprivate static func clerk(_ number: Int, tenantID: String) -> User {
        let digits = String(number + 1000).dropFirst()
        return User(
            objectID: "77777777-0000-4000-8000-000000000\(digits)", tenantID: tenantID,
            userPrincipalName: "clerk\(digits)@contoso.test", displayName: "Clerk \(digits)")
    }
}

extension String {
    fileprivate var addingPercentEncoding: String { PercentEncoding.encode(self) }
}

extension HTTPURL {
    fileprivate func status(of target: String, _ token: String, _ provider: InMemoryProvider) async throws -> Int {
        var request = HTTPRequest.get(try #require(HTTPURL("\(origin)\(target)")))
        request.fields.set("Authorization", "Bearer \(token)")
        request.fields.set("ConsistencyLevel", "eventual")
        return try await provider.send(request).status
    }
}

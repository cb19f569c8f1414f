import KeyfobConformance
import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Queries of Microsoft Graph")
struct GraphQueryTests {
    private func fixture() async throws -> GraphFixture {
        let fixture = try await GraphFixture()
        for (name, title) in [("alan", "Alan Turing"), ("joan", "Joan Clarke"), ("anna", "Anna O'Neil")] {
            let id = try await fixture.createUser("\(name)@contoso.test", displayName: title)
            try await fixture.graph(
                .patch, "/users/\(id)",
                ["department": name == "joan" ? "Hut 8" : "Hut 6", "otherMails": [.string("\(name)@home.test")]])
        }
        return fixture
    }

    private static func names(_ reply: JudgedGraph.Reply) -> Set<String> {
        Set(reply.value.compactMap { $0["userPrincipalName"]?.stringValue.map { String($0.prefix { $0 != "@" }) } })
    }

    @Test(
        "A filter finds the users that it describes",
        arguments: [
            ("userPrincipalName eq 'ALAN@contoso.test'", ["alan"]),
            ("startswith(displayName,'A')", ["ada", "alan", "anna"]),
            ("startsWith(displayName, 'A') and department eq 'Hut 6'", ["alan", "anna"]),
            ("displayName eq 'Anna O''Neil'", ["anna"]),
            ("department in ('Hut 8', 'Hut 7')", ["joan"]),
            ("otherMails/any(m:m eq 'joan@home.test')", ["joan"]),
            ("otherMails/any(m:startswith(m,'alan'))", ["alan"]),
            ("accountEnabled eq true and (department eq 'Hut 8' or displayname eq 'alan turing')", ["joan", "alan"]),
            ("id eq '\(SeedData.adaID)'", ["ada"]),
            ("userType eq 'Guest'", []),
        ])
    func filters(filter: String, expected: [String]) async throws {
        let fixture = try await fixture()
        let reply = try await fixture.graph(.get, "/users?$filter=\(filter)")
        #expect(reply.status == 200, "\(reply.body.text())")
        #expect(Self.names(reply) == Set(expected))
    }

    @Test(
        "A filter that needs ConsistencyLevel is refused without and answered with it",
        arguments: [
            ("department ne 'Hut 6'", ["ada", "grace", "joan"]),
            ("not startswith(displayName,'A')", ["grace", "joan"]),
            ("endsWith(userPrincipalName,'n@contoso.test')", ["alan", "joan"]),
            ("otherMails/$count eq 0", ["ada", "grace"]),
            ("NOT(otherMails/any(m:m eq 'joan@home.test'))", ["ada", "alan", "anna", "grace"]),
        ])
    func advanced(filter: String, expected: [String]) async throws {
        let fixture = try await fixture()
        let refused = try await fixture.graph(.get, "/users?$filter=\(filter)")
        #expect(refused.status == 400 && refused.code == "Request_UnsupportedQuery")
        let reply = try await fixture.graph(.get, "/users?$count=true&$filter=\(filter)", consistency: true)
        #expect(Self.names(reply) == Set(expected), "\(reply.body.text())")
        #expect(reply["@odata.count"]?.integerValue == Int64(expected.count))
    }

    @Test(
        "A malformed query is a BadRequest",
        arguments: [
            "$filter=displayName eq", "$filter=displayName eq 'x", "$filter=(displayName eq 'x'",
            "$filter=nothing eq 1",
            "$filter=displayName like 'x'", "$select=nothing", "$expand=nothing", "$orderby=nothing", "$top=0",
            "$top=1000", "$nothing=1", "$filter=displayName eq 'x' 'y'", "$skiptoken=x",
        ])
    func malformed(query: String) async throws {
        let fixture = try await GraphFixture()
        let reply = try await fixture.graph(.get, "/users?\(query)")
        #expect(reply.status == 400, "\(reply.body.text())")
        #expect(reply.code != nil)
    }

    @Test("A deep or long filter is refused, and costs nothing")
    func hostile() async throws {
        let fixture = try await GraphFixture()
        let deep = String(repeating: "(", count: 3000) + "id eq '1'" + String(repeating: ")", count: 3000)
        #expect(try await fixture.graph(.get, "/users?$filter=\(deep)").status == 400)
        let nots = String(repeating: "not ", count: 1500) + "id eq '1'"
        #expect(try await fixture.graph(.get, "/users?$filter=\(nots)", consistency: true).status == 400)
    }

    @Test("Pages follow each other by nextLink without gaps or repetitions, filtered and sorted too")
    func pages() async throws {
        let fixture = try await GraphFixture()
        for number in 0..<23 { _ = try await fixture.createUser("user\(number)@contoso.test") }
        for query in [
            "$top=5", "$top=5&$filter=startswith(userPrincipalName,'user')",
            "$top=7&$orderby=userPrincipalName desc&$count=true", "$top=5&$search=\"userPrincipalName:user\"",
        ] {
            var seen: [String] = []
            var path: String? = "/users?\(query)"
            while let next = path {
                let reply = try await fixture.graph(.get, next, consistency: true)
                seen += reply.value.compactMap { $0["userPrincipalName"]?.stringValue }
                #expect(reply.value.count <= 7)
                path = reply["@odata.nextLink"]?.stringValue.map {
                    String($0.dropFirst("\(fixture.provider.base.origin)/v1.0".count))
                }
                if seen.count > 100 { break }
            }
            #expect(Set(seen).count == seen.count, "\(query)")
            #expect(seen.count == (query.contains("search") || query.contains("filter") ? 23 : 25), "\(query)")
            if query.contains("desc") { #expect(seen == seen.sorted(by: >)) }
        }
    }

    @Test("$search needs the header, and finds words by their beginning")
    func search() async throws {
        let fixture = try await fixture()
        #expect(
            try await fixture.graph(.get, "/users?$search=\"displayName:tur\"").code == "Request_UnsupportedQuery")
        let found = try await fixture.graph(
            .get, "/users?$search=\"displayName:tur\" OR \"displayName:clark\"", consistency: true)
        #expect(Self.names(found) == ["alan", "joan"])
        let both = try await fixture.graph(
            .get, "/users?$search=\"displayName:alan\" AND \"mail:zeno\"", consistency: true)
        #expect(Self.names(both).isEmpty)
        #expect(
            try await fixture.graph(.get, "/users?$search=displayName:ada", consistency: true).status == 400)
    }

    @Test("$count is text, and counts what the filter leaves")
    func count() async throws {
        let fixture = try await fixture()
        let request = try await fixture.provider.send(
            request("/v1.0/users/$count?$filter=startswith(displayName,%27A%27)", fixture))
        #expect(request.status == 200 && String(decoding: request.body, as: UTF8.self) == "3")
        #expect(try await fixture.graph(.get, "/users/$count").status == 400)
    }

    private func request(_ target: String, _ fixture: GraphFixture) throws -> HTTPRequest {
        var request = HTTPRequest.get(try #require(HTTPURL("\(fixture.provider.base.origin)\(target)")))
        request.fields.set("Authorization", "Bearer \(fixture.graph.token ?? "")")
        request.fields.set("ConsistencyLevel", "eventual")
        return request
    }

    @Test("$expand returns members and owners, with the properties that it selects")
    func expand() async throws {
        let fixture = try await GraphFixture()
        let group = try await fixture.createGroup("Engineers")
        try await fixture.graph(
            .post, "/groups/\(group)/members/$ref",
            ["@odata.id": .string("\(fixture.provider.base.origin)/v1.0/users/\(SeedData.adaID)")])
        let reply = try await fixture.graph(.get, "/groups/\(group)?$expand=members($select=id,displayName)")
        #expect(reply["members"]?.arrayValue?.first?["displayName"] == "Ada Lovelace")
        let owners = try await fixture.graph(.get, "/groups?$expand=owners")
        #expect(owners.value.first?["owners"]?.arrayValue?.first?["id"]?.stringValue == SeedData.graceID)
    }
}

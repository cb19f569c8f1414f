import KeyfobConformance
import KeyfobCore
import KeyfobOAuth
import Testing

/// The judge of Graph, with exchanges that have one planted fault of every kind.
@Suite("Graph's description")
struct GraphDescriptionTests {
    /// An exchange with what is wrong with it.
    struct Planted: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let kind: GraphFault.Kind
        let exchange: @Sendable () -> SampleExchange

        init(
            _ text: String, _ kind: GraphFault.Kind, _ sample: SampleExchange,
            _ change: @escaping @Sendable (inout SampleExchange) -> Void
        ) {
            testDescription = text
            self.kind = kind
            exchange = {
                var sample = sample
                change(&sample)
                return sample
            }
        }
    }

    @Test("Exchanges as Graph has them have no fault")
    func genuine() throws {
        let samples: [SampleExchange] = [
            .getUser, .createUser, .members, .createCredential, .addPassword, .checkMemberGroups, .policy, .notFound,
            .batch, .deleteUser,
        ]
        for sample in samples { #expect(try sample.faults() == [], "\(sample.target)") }
    }

    @Test("A planted fault is found, and nothing else", arguments: PlantedFaults.all)
    func planted(_ planted: Planted) throws {
        let faults = try planted.exchange().faults()
        #expect(Set(faults.map(\.kind)) == [planted.kind], "\(faults)")
    }

    @Test("There is a planted fault of every kind")
    func everyKind() {
        #expect(Set(PlantedFaults.all.map(\.kind)) == Set(GraphFault.Kind.allCases))
    }

    @Test("What Graph does not know may be sent to be refused")
    func refused() throws {
        var exchange = SampleExchange.notFound
        exchange.target = "/nothing?$nothing=1"
        exchange.body = ["nothing": 1]
        #expect(try exchange.faults() == [])
    }

    @Test("A path is matched by identifiers, keys, alternative keys and casts")
    func paths() throws {
        let exchange = SampleExchange.getUser
        for target in ["/users('ada@contoso.test')", "/users/ada%40contoso.test", "/users/$x@contoso.test", "/me"] {
            var exchange = exchange
            exchange.target = target
            #expect(try exchange.faults() == [], "\(target)")
        }
        for cast in ["graph.user", "microsoft.graph.user"] {
            var exchange = SampleExchange.members
            exchange.target = "/groups/1/members/\(cast)?$top=2&$count=true"
            #expect(try exchange.faults() == [], "\(cast)")
        }
    }

    @Test("Selected members have to be there, and no others")
    func selection() throws {
        var exchange = SampleExchange.getUser
        exchange.target = "/users/1?$select=id,city,displayName"
        let context = SampleExchange.user["@odata.context"] ?? .null
        exchange.response = ["@odata.context": context, "id": "1", "city": .null, "displayName": "Ada"]
        #expect(try exchange.faults() == [])
        exchange.response = ["@odata.context": context, "id": "1", "displayName": "Ada"]
        #expect(try exchange.faults().map(\.place) == ["response.city"])
        exchange.response = ["@odata.context": context, "id": "1", "city": .null, "displayName": "Ada", "mail": .null]
        #expect(try exchange.faults().map(\.kind) == [.unknownMember])
    }

    @Test("A body that is not JSON is judged as if there were none")
    func unreadable() throws {
        let base = try #require(HTTPURL("https://localhost:8443/"))
        let request = HTTPRequest(method: .post, url: base.with(path: "/v1.0/groups"), body: Array("{".utf8))
        let response = HTTPResponse(
            status: 201, fields: SampleExchange.getUser.responseFields, body: SampleExchange.user.bytes())
        let faults = try GraphDescription.published().judge(try #require(GraphExchange(request, response)))
        #expect(faults.contains { $0.kind == .missingMember && $0.place == "request" })
    }
}

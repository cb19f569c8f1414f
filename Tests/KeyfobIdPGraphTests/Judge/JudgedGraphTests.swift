import KeyfobBackport
import KeyfobConformance
import KeyfobCore
import KeyfobOAuth
import Testing

/// The transport that judges what it carries.
@Suite("Judged Graph")
struct JudgedGraphTests {
    /// A server that gives every request the same response.
    private struct OneResponse: HTTPTransport {
        let response: HTTPResponse
        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse { response }
    }

    private func graph(_ sample: SampleExchange) throws -> JudgedGraph {
        let response = HTTPResponse(
            status: sample.status, fields: sample.responseFields, body: sample.response?.bytes() ?? [])
        return try JudgedGraph(
            OneResponse(response: response), base: try #require(HTTPURL("https://localhost:8443/")), token: "token")
    }

    @Test("A response of Graph's form passes, and its members are at hand")
    func passes() async throws {
        let reply = try await graph(.getUser)(.get, "/users/ada@contoso.test")
        #expect(reply.status == 200 && reply["displayName"] == "Ada" && reply.code == nil)
        let members = try await graph(.members)(
            .get, "/groups/1/members?$top=2&$count=true&$filter=startswith(displayName,'A')", consistency: true)
        #expect(members.value.count == 1)
        #expect(try await graph(.notFound)(.get, "/users/missing").code == "Request_ResourceNotFound")
    }

    @Test("Each fault is an issue of the test")
    func records() async throws {
        var sample = SampleExchange.getUser
        sample.response = sample.response?.with("displayName", value: 7)
        sample.responseFields.remove("request-id")
        let graph = try graph(sample)
        let issues = Mutex(0)
        try await withKnownIssue {
            try await graph(.get, "/users/ada@contoso.test")
        } matching: { _ in
            issues.withLock { $0 += 1 }
            return true
        }
        #expect(issues.withLock { $0 } == 2)
    }

    @Test("Requests elsewhere are not judged")
    func elsewhere() async throws {
        let graph = try graph(.getUser)
        #expect(try await graph.send(.get(graph.base.with(path: "/common/oauth2/v2.0/token"))).status == 200)
    }
}

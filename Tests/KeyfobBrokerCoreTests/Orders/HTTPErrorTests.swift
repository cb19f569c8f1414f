import KeyfobBrokerCore
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// ADAL reads the body of responses with status 200, 400 and 401 only; any other is its status in
/// `ADHTTPErrorCodeDomain`, whatever the body says.
@Suite("HTTP errors for apps with ADAL") struct HTTPErrorTests {
    private static let body: JSONValue = [
        "error": "temporarily_unavailable", "error_description": "AADSTS90055: Too many requests.",
    ]

    @Test(
        arguments: [
            (429, BrokerResponseError.adalHTTPDomain, 429), (503, BrokerResponseError.adalHTTPDomain, 503),
            (500, BrokerResponseError.adalHTTPDomain, 500), (403, BrokerResponseError.adalHTTPDomain, 403),
            (400, BrokerResponseError.adalDomain, 202), (401, BrokerResponseError.adalDomain, 202),
        ], [true, false])
    func `the status decides`(_ row: (Int, String, Int), isOAuth: Bool) async throws {
        let (status, domain, code) = row
        guard isOAuth || domain == BrokerResponseError.adalHTTPDomain else { return }
        let fixture = try await BrokerFixture()
        let faults = FaultyTransport(fixture.wire)
        let app = BrokeredApp.a
        let first = try await app.ask(fixture.broker(), caller: app.caller(.url)) {
            $0.target = .resource("api://files")
        }
        #expect(first.tokens != nil, "\(String(describing: first.failure))")
        var response =
            isOAuth
            ? HTTPResponse.json(Self.body, status: status)
            : HTTPResponse(status: status, body: Array("<html>no</html>".utf8))
        response.fields.set("Retry-After", "17")
        faults.fail(.answer(response), to: "/token")
        fixture.clock.advance(seconds: 7200)
        let reply = try await app.ask(fixture.broker(transport: faults), caller: app.caller(.url)) {
            $0.target = .resource("api://files")
            $0.user = BrokerUser(username: Contoso.ada)
            $0.asking.prompt = "none"
        }
        let failure = try #require(reply.failure)
        #expect(failure.domain == domain && failure.code == code, "\(failure)")
        if status == 429 || status == 503 { #expect(failure.headerFields["Retry-After"] == "17") }
    }
}

import Foundation
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth
import Testing

@Suite("Discovery")
struct DiscoveryFlowTests {
    private func summary(_ actions: [DiscoveryFlow.Action]) -> String {
        switch actions.first {
        case .send(let request): "send \(request.url.path)"
        case .finish: "finish"
        case .fail(let error): "fail \(error.code)"
        case nil: "nothing"
        }
    }

    private func outcome(_ issuer: Issuer, _ document: JSONValue, then second: HTTPResponse? = nil) -> String {
        var flow = DiscoveryFlow(authority: issuer.authority)
        _ = flow.handle(.start, at: Issuer.now)
        let actions = flow.handle(.response(.json(document)), at: Issuer.now)
        guard let second, case .send? = actions.first else { return summary(actions) }
        return summary(flow.handle(.response(second), at: Issuer.now))
    }

    @Test("a custom host is used unchanged, including its port, without other requests")
    func ownHost() {
        let issuer = Issuer()
        var flow = DiscoveryFlow(authority: issuer.authority)
        let expected = "send /\(Issuer.tenant)/v2.0/.well-known/openid-configuration"
        #expect(summary(flow.handle(.start, at: Issuer.now)) == expected)
        #expect(summary(flow.handle(.response(.json(issuer.document())), at: Issuer.now)) == "finish")
    }

    @Test(
        "an endpoint on another host or port is refused",
        arguments: [
            "authorization_endpoint", "token_endpoint", "device_authorization_endpoint", "end_session_endpoint",
            "jwks_uri", "issuer", "userinfo_endpoint",
        ])
    func stranger(_ member: String) {
        for host in ["evil.test", "login.test", "login.test:8444", "login.test.evil.test:8443"] {
            var document = Issuer().document().objectValue ?? [:]
            document[member] = .string("https://\(host)/x")
            #expect(outcome(Issuer(), .object(document)) == "fail invalidResponse")
        }
    }

    @Test("another name of the same cloud is accepted, and userinfo on that cloud's Graph")
    func aliases() {
        let issuer = Issuer(host: "login.microsoftonline.com")
        var document = issuer.document().objectValue ?? [:]
        document["token_endpoint"] = "https://login.windows.net/common/oauth2/v2.0/token"
        document["issuer"] = .string("https://sts.windows.net/\(Issuer.tenant)/")
        document["userinfo_endpoint"] = "https://graph.microsoft.com/oidc/userinfo"
        #expect(outcome(issuer, .object(document)) == "finish")
        for member in ["token_endpoint", "end_session_endpoint"] {
            var other = document
            other[member] = "https://graph.microsoft.com/x"
            #expect(outcome(issuer, .object(other)) == "send /common/discovery/instance")
        }
    }

    @Test("an error for another issuer on the authority's host names the issuer, not a host")
    func otherIssuer() throws {
        let authority = try Authority.openID(issuer: "https://login.test:8443/people")
        var document = Issuer().document().objectValue ?? [:]
        document["issuer"] = "https://login.test:8443/others"
        var flow = DiscoveryFlow(authority: authority)
        _ = flow.handle(.start, at: Issuer.now)
        guard case .fail(let error)? = flow.handle(.response(.json(.object(document))), at: Issuer.now).first else {
            Issue.record("another issuer's metadata was accepted")
            return
        }
        #expect(error.code == .invalidResponse)
        #expect(
            error.message.hasSuffix(
                "has the issuer https://login.test:8443/others, which is not the authority's."))
        #expect(
            error.remedy == "Pass exactly that issuer as the authority, if it is the intended one.")
    }

    @Test("a name that the table lacks is trusted if the cloud itself returns it")
    func instanceDiscovery() {
        let issuer = Issuer(host: "login.microsoftonline.com")
        var document = issuer.document().objectValue ?? [:]
        document["token_endpoint"] = "https://new.microsoftonline.com/common/oauth2/v2.0/token"
        func answer(_ aliases: [String]) -> HTTPResponse {
            let cloud = Cloud(
                preferredNetwork: "login.microsoftonline.com", preferredCache: "login.windows.net", aliases: aliases)
            return .json(
                InstanceDiscovery(
                    tenantDiscoveryEndpoint: HTTPURL("https://login.microsoftonline.com/x")!, clouds: [cloud]
                )
                .json)
        }
        let known = ["login.microsoftonline.com", "new.microsoftonline.com"]
        #expect(outcome(issuer, .object(document), then: answer(known)) == "finish")
        #expect(
            outcome(issuer, .object(document), then: answer(["login.microsoftonline.com"])) == "fail invalidResponse")
        #expect(outcome(issuer, .object(document), then: HTTPResponse(status: 500)) == "fail invalidResponse")
    }

    @Test("failures have separate codes")
    func failures() {
        func outcome(_ event: DiscoveryFlow.Event) -> String {
            var flow = DiscoveryFlow(authority: Issuer().authority)
            _ = flow.handle(.start, at: Issuer.now)
            return summary(flow.handle(event, at: Issuer.now))
        }
        #expect(outcome(.response(Issuer.refusal(90002, error: "invalid_tenant"))) == "fail configuration")
        #expect(outcome(.response(HTTPResponse(status: 500))) == "fail server")
        #expect(outcome(.response(HTTPResponse(status: 429))) == "fail throttled")
        #expect(outcome(.response(HTTPResponse(status: 404))) == "fail invalidResponse")
        #expect(outcome(.response(HTTPResponse(status: 200))) == "fail invalidResponse")
        #expect(outcome(.response(.json([:]))) == "fail invalidResponse")
        #expect(outcome(.transportFailed(TransportError(.timedOut, message: "No."))) == "fail network")
    }

    @Test("unexpected events change nothing")
    func outOfTurn() {
        let issuer = Issuer()
        let answer = DiscoveryFlow.Event.response(.json(issuer.document()))
        let lost = DiscoveryFlow.Event.transportFailed(TransportError(.timedOut, message: "No."))
        var flow = DiscoveryFlow(authority: issuer.authority)
        #expect(summary(flow.handle(answer, at: Issuer.now)) == "nothing")
        #expect(summary(flow.handle(lost, at: Issuer.now)) == "nothing")
        #expect(summary(flow.handle(.start, at: Issuer.now)).hasPrefix("send"))
        #expect(summary(flow.handle(.start, at: Issuer.now)) == "nothing")
        #expect(summary(flow.handle(answer, at: Issuer.now)) == "finish")
        for event in [.start, answer, lost] { #expect(summary(flow.handle(event, at: Issuer.now)) == "nothing") }
    }
}

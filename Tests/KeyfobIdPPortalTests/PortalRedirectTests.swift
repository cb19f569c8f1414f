import KeyfobConformance
import KeyfobCore
import KeyfobCrypto
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

/// The redirect URIs of the portal belong to the portal: no client, no browser and no registration gets anything there.
@Suite("The portal's redirect URIs under attack")
struct PortalRedirectTests {
    private static let paths = ["/portal/try/result", "/portal/signed-in"]
    private static let flow = "__Host-keyfob-portal-flow"

    private func derived(_ name: String, _ cookie: String) -> String {
        Base64URL.encode(HMACSHA256.authenticate(Array(name.utf8), key: Array(cookie.utf8)))
    }

    private func authorize(_ client: String, _ redirectURI: String, verifier: String) throws -> String {
        let challenge = try #require(CodeVerifier(verifier)).challenge
        let query = FormParameters([
            ("client_id", client), ("response_type", "code"), ("redirect_uri", redirectURI),
            ("scope", "openid profile"),
            ("code_challenge", challenge), ("code_challenge_method", "S256"), ("prompt", "none"),
        ])
        return "/\(SeedData.tenantID)/oauth2/v2.0/authorize?\(query.encoded)"
    }

    /// Sends one request with the visitor's cookies, and follows nothing.
    private func send(
        _ visitor: inout PortalVisitor, _ path: String, _ form: [(String, String)]? = nil
    ) async throws -> HTTPResponse {
        let url = try #require(HTTPURL(visitor.provider.base.origin + path))
        var request = HTTPRequest(method: form == nil ? .get : .post, url: url)
        if let form {
            request.fields.set("Content-Type", "application/x-www-form-urlencoded")
            request.fields.set("Origin", visitor.provider.base.origin)
            request.body = Array(FormParameters(form).encoded.utf8)
        }
        if let field = visitor.cookies.field(for: url, now: visitor.clock.now) { request.fields.set("Cookie", field) }
        let response = try await visitor.provider.send(request)
        visitor.cookies.receive(response.fields.all("Set-Cookie"), from: url, now: visitor.clock.now)
        return response
    }

    private func consent(_ provider: InMemoryProvider, _ client: String) async throws {
        try await provider.admin.setConsent(
            user: nil, clientID: client, resource: ScopeResolution.graphID,
            granted: ["User.Read", "openid", "profile", "offline_access"])
    }

    @Test("A browser that the portal did not send gets no code there, whatever cookie it makes up")
    func forged() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let provider = visitor.provider
        try await consent(provider, SeedData.webClientID)
        for client in [SeedData.webClientID, SeedData.suiteClientID, PortalClient.clientID] {
            for path in Self.paths {
                let uri = provider.base.origin + path
                let made = String(repeating: "A", count: 43)
                for cookie in [nil, made, "\(made).trial.\(client).\(made)", "\(made).signIn.\(client).\(made)"] {
                    let verifier = derived("trial|verifier", cookie ?? made)
                    if let cookie {
                        visitor.cookies.receive(
                            ["\(Self.flow)=\(cookie); Path=/; Secure"], from: provider.base, now: visitor.clock.now)
                    }
                    let response = try await send(&visitor, try authorize(client, uri, verifier: verifier))
                    #expect(response.status != 303 && response.status != 302, "\(client) \(path)")
                    let text = String(decoding: response.body, as: UTF8.self)
                    #expect(text.contains("AADSTS50011"), "\(client) \(path)")
                }
            }
        }
        // Nor does a registration get them.
        let uri = provider.base.origin + Self.paths[0]
        try await provider.admin.put(
            application: [
                "appId": .string(SeedData.suiteClientID), "publicClient": ["redirectUris": [.string(uri)]],
            ])
        let response = try await send(
            &visitor, try authorize(SeedData.suiteClientID, uri, verifier: String(repeating: "A", count: 43)))
        #expect(String(decoding: response.body, as: UTF8.self).contains("AADSTS50011"))
    }

    @Test(
        "A code of a sign-in that the portal began is redeemed by the portal alone, not even with the client's secret",
        arguments: [SeedData.webClientID, "99999999-0000-4000-8000-0000000000ac"])
    func redeemed(clientID: String) async throws {
        var visitor = try await PortalVisitor.signedIn()
        let provider = visitor.provider
        if clientID != SeedData.webClientID {
            try await provider.admin.put(
                application: [
                    "appId": .string(clientID), "displayName": "A page",
                    "spa": ["redirectUris": ["https://page.test/"]],
                ])
        }
        try await consent(provider, clientID)
        let secret = try #require(
            try await provider.admin.addSecret(to: clientID, displayName: "x")["secretText"]?.stringValue)
        _ = try await visitor.open("/portal/try")
        for attack in 0..<3 {
            let begun = try await send(
                &visitor, "/portal/try",
                [
                    ("token", visitor.token), ("client", clientID), ("scope", "openid offline_access"),
                    ("prompt", "none"),
                ])
            let address = try #require(begun.fields["Location"])
            let answer = try await send(&visitor, address)
            let result = try #require(answer.fields["Location"].flatMap { HTTPURL($0) })
            #expect(result.path == Self.paths[0])
            let code = try #require(try FormParameters(parsing: result.query ?? "")["code"])
            let field = try #require(visitor.cookies.field(for: provider.base, now: visitor.clock.now))
            let cookie = try #require(
                field.split(separator: ";").map { $0.drop { $0 == " " } }.first { $0.hasPrefix("\(Self.flow)=") })
            var form = [
                ("grant_type", "authorization_code"), ("client_id", clientID), ("code", code),
                ("redirect_uri", provider.base.origin + Self.paths[0]),
                ("code_verifier", derived("trial|verifier", String(cookie.dropFirst(Self.flow.utf8.count + 1)))),
            ]
            if attack == 1 { form.append(("client_secret", secret)) }
            var request = HTTPRequest.form(
                provider.base.with(path: "/\(SeedData.tenantID)/oauth2/v2.0/token"), FormParameters(form))
            if attack == 2 { request.fields.set("Origin", "https://page.test") }
            let response = try await provider.send(request)
            let json = try JSONValue(parsing: response.body)
            #expect(response.status == 400 && json["access_token"] == nil && json["refresh_token"] == nil)
            #expect(json["error_codes"] == [70000], "\(json.text())")
        }
        // The portal itself redeems one.
        let begun = try await send(
            &visitor, "/portal/try",
            [("token", visitor.token), ("client", clientID), ("scope", "openid offline_access"), ("prompt", "none")])
        let reply = try await visitor.open(try #require(begun.fields["Location"]))
        #expect(reply.page == "portal-tried" && reply.text.contains(clientID))
        // Nor can a refresh token of it leave the portal's platform.
        let platforms = try await provider.store.transaction { try $0.applications() }
            .first { $0.appID == clientID }?.redirectURIs.all
        #expect(platforms?.contains { $0.contains("/portal/") } == false)
    }

    @Test("The cookie of one client's sign-in begins none of another client")
    func otherClient() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let provider = visitor.provider
        try await consent(provider, SeedData.webClientID)
        _ = try await visitor.open("/portal/try")
        let begun = try await send(
            &visitor, "/portal/try",
            [("token", visitor.token), ("client", SeedData.suiteClientID), ("scope", "openid"), ("prompt", "none")])
        let address = try #require(begun.fields["Location"])
        let changed = address.replacing(SeedData.suiteClientID, with: SeedData.webClientID)
        #expect(changed != address)
        let response = try await send(&visitor, changed)
        #expect(String(decoding: response.body, as: UTF8.self).contains("AADSTS50011"))
    }
}

import Foundation
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// python3-saml as a service, configured by the provider's metadata alone; a `FormBrowser` is the user's browser.
@Suite("A service with python3-saml", .timeLimit(.minutes(5)))
struct SAMLServiceTests {
    private static let clientID = "bbbbbbbb-0000-4000-8000-000000000001"
    private static let standard = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/"

    private func metadata(_ provider: RunningProvider) async throws -> String {
        let path = "/\(Contoso.tenant)/federationmetadata/2007-06/federationmetadata.xml"
        let response = try await provider.transport.send(.get(try #require(HTTPURL(provider.origin + path))))
        #expect(response.status == 200)
        return String(decoding: response.body, as: UTF8.self)
    }

    private func register(
        _ service: SAMLService, _ clientID: String = clientID, host: String = SAMLService.host,
        entity: String = SAMLService.entity, at provider: RunningProvider, _ saml: [String: JSONValue] = [:]
    ) async throws {
        var settings = saml
        settings["isSignedRequestRequired"] = true
        settings["verificationCertificates"] = [.string(service.about["certificate"]?.stringValue ?? "")]
        try await provider.admin.put(
            application: [
                "appId": .string(clientID), "displayName": .string(host), "identifierUris": [.string(entity)],
                "web": [
                    "redirectUris": [.string("https://\(host)/acs")], "logoutUrl": .string("https://\(host)/slo"),
                ],
                "saml": .object(settings),
            ])
    }

    /// Visits an address, and returns the fields of the form that leads back to the service.
    private func fields(
        _ address: JSONValue?, with browser: inout FormBrowser, as user: String = Contoso.ada
    ) async throws -> JSONValue {
        let url = try #require(HTTPURL(address?.stringValue ?? ""))
        let visit = try await Person(user: user, password: Contoso.password).visit(url, with: &browser)
        return Self.fields(visit.lastPage)
    }

    private static func fields(_ page: HTMLDocument?) -> JSONValue {
        var fields: [String: JSONValue] = [:]
        for control in page?.forms.first?.controls ?? [] where !control.name.isEmpty {
            fields[control.name] = .string(control.value)
        }
        return .object(fields)
    }

    /// The parameters of an address.
    private static func query(_ address: String) throws -> JSONValue {
        let query = address.split(separator: "?", maxSplits: 1).last.map(String.init) ?? ""
        var members: [String: JSONValue] = [:]
        for pair in try FormParameters(parsing: query).pairs { members[pair.name] = .string(pair.value) }
        return .object(members)
    }

    @Test("R75 A genuine service signs a user in and out, and a genuine assertion is redeemed for tokens")
    func wholeTrip() async throws {
        try await RunningProvider.with { provider in
            let service = try await SAMLService(metadata: try await metadata(provider))
            defer { service.close() }
            #expect(service.about["metadata_is_signed"] == true)
            #expect(service.about["entity"]?.stringValue == "https://sts.windows.net/\(Contoso.tenant)/")
            #expect(service.about["sign_on"]?.stringValue == "\(provider.origin)/\(Contoso.tenant)/saml2")
            try await register(service, at: provider)
            var browser = FormBrowser(transport: provider.transport)

            // A signed request by redirect; the response by POST.
            let state = "https://\(SAMLService.host)/after?a=b&c=d"
            let request = try await service("login", ["state": .string(state)])
            let form = try await fields(request["url"], with: &browser)
            #expect(form["RelayState"]?.stringValue == state)
            let id = request["id"] ?? .null
            let result = try await service("acs", ["form": form, "id": id])
            #expect(result["errors"] == [], "\(result["reason"]?.stringValue ?? "")")
            #expect(result["authenticated"] == true)
            #expect(result["attributes"]?[Self.standard + "name"] == [.string(Contoso.ada)])
            #expect(result["attributes"]?[Self.standard + "givenname"] == ["Ada"])
            #expect(result["format"]?.stringValue?.hasSuffix(":persistent") == true)
            // The library refuses the same response for another request.
            let other = try await service("acs", ["form": form, "id": "_other"])
            #expect(other["errors"] == ["invalid_response"])

            // The same by POST, in the same session: no page is shown.
            let posted = try await service("login_form", ["state": "x"])
            let address = try #require(HTTPURL("\(provider.origin)/\(Contoso.tenant)/saml2"))
            var post = HTTPRequest.form(
                address,
                FormParameters([("SAMLRequest", posted["SAMLRequest"]?.stringValue ?? ""), ("RelayState", "x")]))
            post.fields.set("Cookie", browser.cookies.field(for: address, now: Date()) ?? "")
            let page = HTMLDocument(String(decoding: try await provider.transport.send(post).body, as: UTF8.self))
            let again = try await service("acs", ["form": Self.fields(page), "id": posted["id"] ?? .null])
            #expect(again["errors"] == [], "\(again["reason"]?.stringValue ?? "")")
            #expect(again["name"] == result["name"])

            // Sign-out: the library verifies the response's signature.
            let out = try await service("logout", ["state": "https://portal.contoso.test/bye"])
            let leave = try #require(HTTPURL(out["url"]?.stringValue ?? ""))
            let left = try await Person(user: Contoso.ada, password: Contoso.password).visit(leave, with: &browser)
            let back = try #require(left.redirect)
            #expect(back.hasPrefix("https://\(SAMLService.host)/slo?"))
            let ended = try await service("slo", ["query": try Self.query(back), "id": out["id"] ?? .null])
            #expect(ended["errors"] == [], "\(ended["reason"]?.stringValue ?? "")")
            #expect(ended["ended"] == true)

            // Without a session a passive request is refused by a response that the library understands.
            let passive = try await service("login", ["state": "x", "passive": true])
            let refused = try await service(
                "acs", ["form": try await fields(passive["url"], with: &browser), "id": passive["id"] ?? .null])
            #expect(refused["authenticated"] == false)
            #expect(refused["reason"]?.stringValue?.contains("AADSTS50058") == true)
            try await redeem(service, at: provider)
        }
    }

    /// The assertion grant, with an assertion that xmlsec signed.
    private func redeem(_ service: SAMLService, at provider: RunningProvider) async throws {
        let issuer = "http://fs.contoso.test/adfs/services/trust"
        let certificate: JSONValue = .string(service.about["certificate"]?.stringValue ?? "")
        try await provider.admin.apply([
            "trust": ["federatedIssuers": [["issuer": .string(issuer), "certificates": [certificate]]]]
        ])
        try await provider.consent(Contoso.ada, to: Contoso.suite, resource: "api://files", ["Files.Read"])
        let signed = try await service(
            "assertion",
            [
                "issuer": .string(issuer), "user": .string(Contoso.ada),
                "audience": "urn:federation:MicrosoftOnline",
            ])
        let form = FormParameters([
            ("grant_type", SAMLAssertionGrant.version2.rawValue), ("client_id", Contoso.suite),
            ("assertion", signed["assertion"]?.stringValue ?? ""), ("scope", Contoso.read),
        ])
        let token = try #require(HTTPURL("\(provider.origin)/\(Contoso.tenant)/oauth2/v2.0/token"))
        let response = try await provider.transport.send(.form(token, form))
        #expect(response.status == 200, "\(String(decoding: response.body, as: UTF8.self))")
        #expect(try TokenResponse(parsing: response.body).scopes?.contains(Contoso.read) == true)
    }

    @Test("What is signed or encrypted is verified and decrypted by the library", arguments: ["response", "both"])
    func signedAndEncrypted(wants: String) async throws {
        try await RunningProvider.with { provider in
            let service = try await SAMLService(
                metadata: try await metadata(provider), wants: wants, isEncrypted: true,
                format: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress")
            defer { service.close() }
            try await register(
                service, at: provider,
                [
                    "signingOption": .string(wants),
                    "encryptionCertificate": .string(service.about["certificate"]?.stringValue ?? ""),
                ])
            var browser = FormBrowser(transport: provider.transport)
            let request = try await service("login", ["state": "x", "force": true])
            let form = try await fields(request["url"], with: &browser)
            let result = try await service("acs", ["form": form, "id": request["id"] ?? .null])
            #expect(result["errors"] == [], "\(result["reason"]?.stringValue ?? "")")
            #expect(result["name"]?.stringValue == Contoso.ada)
        }
    }

    @Test("A second service of the session gets a request to sign out that the library accepts")
    func singleLogout() async throws {
        try await RunningProvider.with { provider in
            let metadata = try await metadata(provider)
            let first = try await SAMLService(metadata: metadata)
            defer { first.close() }
            let second = try await SAMLService(
                metadata: metadata, host: "second.test", entity: "https://second.test/saml")
            defer { second.close() }
            try await register(first, at: provider)
            try await register(
                second, "bbbbbbbb-0000-4000-8000-000000000002", host: "second.test",
                entity: "https://second.test/saml", at: provider)
            var browser = FormBrowser(transport: provider.transport)
            for service in [first, second] {
                let request = try await service("login", ["state": "x"])
                let form = try await fields(request["url"], with: &browser)
                let result = try await service("acs", ["form": form, "id": request["id"] ?? .null])
                #expect(result["errors"] == [], "\(result["reason"]?.stringValue ?? "")")
            }
            let out = try await first("logout", ["state": "https://portal.contoso.test/bye"])
            let leave = try #require(HTTPURL(out["url"]?.stringValue ?? ""))
            let visit = try await Person(user: Contoso.ada, password: Contoso.password).visit(leave, with: &browser)
            let frame = try #require(visit.lastPage?.frames.first)
            let told = try await second("slo", ["query": try Self.query(frame)])
            #expect(told["errors"] == [], "\(told["reason"]?.stringValue ?? "")")
            #expect(told["ended"] == true)
            // Its signed response comes back to the provider.
            let answer = try #require(HTTPURL(told["url"]?.stringValue ?? ""))
            #expect(answer.origin == provider.origin)
            #expect(try await provider.transport.send(.get(answer)).status == 200)
        }
    }
}

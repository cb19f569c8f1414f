import KeyfobCore
import KeyfobIdP
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Client secrets")
struct ClientSecretTests {
    @Test("A secret authenticates in the form and by HTTP Basic, at both versions")
    func accepted() async throws {
        let client = try await ConfidentialClient()
        #expect(try await client.token().status == 200)
        let basic = ConfidentialClient.basic(ConfidentialClient.id, client.secret)
        #expect(try await client.token(["client_id": nil], basic: basic).status == 200)
        #expect(try await client.token(basic: basic).status == 200, "the id may be in both places")
        let old = try await client.token(["scope": nil, "resource": "api://files"], version: "")
        #expect(old.status == 200)
        #expect(
            try await client.token(["scope": nil, "resource": "api://files"], basic: basic, version: "").status == 200)
    }

    @Test("HTTP Basic is form-encoded: a secret with reserved characters arrives as it is")
    func encoded() async throws {
        let client = try await ConfidentialClient()
        let secret = "a+b c%d:e~f/g=é&h"
        try await client.fixture.provider.admin.change(
            ConfidentialClient.id, ["passwordCredentials": [["secretText": .string(secret)]]])
        let field = ConfidentialClient.basic(ConfidentialClient.id, secret)
        #expect(try await client.token(["client_id": nil], basic: field).status == 200)
        // A space may be written as a plus sign.
        let plus = "Basic " + Base64.encode(Array("\(ConfidentialClient.id):a%2Bb+c%25d%3Ae~f%2Fg%3D%C3%A9%26h".utf8))
        #expect(try await client.token(["client_id": nil], basic: plus).status == 200)
        #expect(try await client.token(["client_secret": secret]).status == 200)
    }

    @Test("A wrong secret is 7000215 with the text of Entra ID, and only HTTP Basic gets a challenge")
    func wrong() async throws {
        let client = try await ConfidentialClient()
        let refused = try await client.token(["client_secret": "wrong"])
        #expect(refused.status == 401 && refused.number == 7_000_215)
        #expect(refused.json["error"] == "invalid_client")
        let text = refused.json["error_description"]?.stringValue ?? ""
        #expect(
            text.hasPrefix(
                "AADSTS7000215: Invalid client secret provided. Ensure the secret being sent in the request is the client "
                    + "secret value, not the client secret ID, for a secret added to app '\(ConfidentialClient.id)'. Trace ID:"
            ))
        #expect(
            refused.json["error_uri"]?.stringValue == "https://login.microsoftonline.com/error?code=7000215")
        #expect(refused.fields["WWW-Authenticate"] == nil)
        // The id of a secret is not the secret.
        #expect(try await client.token(["client_secret": client.secretID]).number == 7_000_215)
        let basic = try await client.token(basic: ConfidentialClient.basic(ConfidentialClient.id, "wrong"))
        #expect(basic.status == 401 && basic.number == 7_000_215)
        #expect(basic.fields["WWW-Authenticate"]?.hasPrefix("Basic realm=") == true)
    }

    @Test("An expired secret is 7000222, one that is not valid yet 7000215, and another one still works")
    func expired() async throws {
        let client = try await ConfidentialClient()
        let admin = client.fixture.provider.admin
        func add(_ dates: JSONValue) async throws -> JSONValue {
            try await admin.graph(
                .post, "applications(appId='\(ConfidentialClient.id)')/addPassword", ["passwordCredential": dates])
        }
        let later = try await add(["startDateTime": "2200-01-01T00:00:00Z", "endDateTime": "2201-01-01T00:00:00.5Z"])
        #expect(try await client.token(["client_secret": later["secretText"]?.stringValue]).number == 7_000_215)
        let longer = try await add(["endDateTime": "2199-01-01T00:00:00Z"])
        client.fixture.clock.advance(seconds: 731 * 86400)
        let refused = try await client.token()
        #expect(refused.status == 401 && refused.number == 7_000_222)
        #expect(try await client.token(["client_secret": longer["secretText"]?.stringValue]).status == 200)
    }

    @Test("A removed secret no longer authenticates")
    func removed() async throws {
        let client = try await ConfidentialClient()
        let admin = client.fixture.provider.admin
        try await admin.graph(
            .post, "applications(appId='\(ConfidentialClient.id)')/removePassword",
            ["keyId": .string(client.secretID)])
        #expect(try await client.token().number == 7_000_215)
    }

    @Test(
        "A request that cannot be authenticated is refused with the number of Entra ID",
        arguments: [
            (["client_secret": nil], 7_000_216), (["client_secret": ""], 7_000_216), (["client_id": nil], 900_144),
            (["client_id": "00000000-0000-0000-0000-000000000000"], 700_038),
            (["client_id": "dddddddd-0000-4000-8000-000000000009"], 700_016), (["client_id": "no id"], 700_016),
            (["client_assertion": "a.b.c", "client_assertion_type": ConfidentialClient.assertionType], 90023),
            (["client_secret": nil, "client_assertion": "a.b.c"], 900_144),
            (["client_secret": nil, "client_assertion": "a.b.c", "client_assertion_type": "saml"], 90023),
            (["client_id": SeedData.suiteClientID], 700_025),
        ] as [([String: String?], Int64)])
    func refused(changes: [String: String?], number: Int64) async throws {
        let client = try await ConfidentialClient()
        #expect(try await client.token(changes).number == number)
    }

    @Test(
        "Two methods, two ids and a malformed field are refused",
        arguments: [
            (ConfidentialClient.basic(ConfidentialClient.id, "x"), ["client_secret": "x"], 90023),
            (ConfidentialClient.basic(SeedData.suiteClientID, "x"), [:], 90023),
            ("Basic ???", [:], 50012), ("Basic", [:], 50012), ("Bearer x", [:], 50012),
            ("Basic " + Base64.encode(Array("no colon".utf8)), [:], 50012),
            ("Basic " + Base64.encode(Array(":no id".utf8)), [:], 50012),
            ("Basic " + Base64.encode(Array("a:%zz".utf8)), [:], 50012),
            ("Basic " + Base64.encode(Array("a:e\(String(repeating: "\u{301}", count: 40))".utf8)), [:], 50012),
        ] as [(String, [String: String], Int64)])
    func malformed(field: String, changes: [String: String], number: Int64) async throws {
        let client = try await ConfidentialClient()
        #expect(try await client.token(changes.mapValues { $0 }, basic: field).number == number)
    }

    @Test("A public client with an empty secret in HTTP Basic stays a public client")
    func publicClient() async throws {
        var fixture = try await ProviderFixture()
        let code = try ProviderFixture.reply(try await fixture.signIn())["code"] ?? ""
        var request = HTTPRequest.form(
            try fixture.url("/common/oauth2/v2.0/token"),
            FormParameters([
                ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", fixture.redirectURI),
                ("code_verifier", fixture.verifier.value.reveal()),
            ]))
        request.fields.set("Authorization", ConfidentialClient.basic(fixture.clientID, ""))
        let tokens = try await fixture.provider.send(request)
        #expect(tokens.status == 200)
        let claims = try await fixture.claims(try TokenResponse(parsing: tokens.body).accessToken)
        #expect(claims["azpacr"] == "0")
        request.fields.set("Authorization", ConfidentialClient.basic(fixture.clientID, "secret"))
        #expect(try await fixture.provider.send(request).number == 700_025)
    }
}

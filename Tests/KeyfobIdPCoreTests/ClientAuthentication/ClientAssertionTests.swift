import KeyfobCore
import KeyfobCrypto
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Assertions of clients")
struct ClientAssertionTests {
    private func registered(
        configure: (inout IdPConfiguration) -> Void = { _ in }
    ) async throws -> (ConfidentialClient, ClientKey) {
        let client = try await ConfidentialClient(configure: configure)
        let key = try ClientKey(validFrom: client.fixture.clock.unixSeconds - 60)
        try await key.register(with: client)
        return (client, key)
    }

    private func send(_ client: ConfidentialClient, _ assertion: String) async throws -> HTTPResponse {
        try await client.token(ConfidentialClient.parameters(assertion))
    }

    @Test("The header names the certificate by x5t, x5t#S256 or x5c, and the token says that one was used")
    func names() async throws {
        let (client, key) = try await registered()
        let thumbprint = Base64URL.encode(Digest.sha256(key.certificate))
        for header in [
            nil, ["x5t#S256": .string(thumbprint)], ["x5c": [.string(Base64.encode(key.certificate))]],
            ["x5t": .string(Base64URL.encode(Digest.sha1(key.certificate))), "x5t#S256": .string(thumbprint)],
            // Some libraries pad.
            ["x5t": .string(Base64URL.encode(Digest.sha1(key.certificate)) + "=")],
        ] as [[String: JSONValue]?] {
            let answer = try await send(client, try key.assertion(try ClientKey.claims(client), header: header))
            #expect(answer.status == 200, "\(header ?? [:])")
            let claims = try await client.fixture.claims(try TokenResponse(parsing: answer.body).accessToken)
            #expect(claims["azpacr"] == "2")
        }
    }

    @Test("The audience is the token endpoint or the issuer, of either version and under any name of the tenant")
    func audiences() async throws {
        let (client, key) = try await registered()
        for path in [
            "/contoso.test/oauth2/v2.0/token", "/contoso.test/oauth2/token", "/\(SeedData.tenantID)/v2.0",
            "/\(SeedData.tenantID)/", "/\(SeedData.tenantID.uppercased())/oauth2/v2.0/token",
        ] {
            let audience = JSONValue.string(try client.fixture.url(path).description)
            for value in [audience, [audience]] {
                let claims = try ClientKey.claims(client, ["aud": value])
                #expect(try await send(client, try key.assertion(claims)).status == 200, "\(path)")
            }
        }
        let foreign = try ["/fabrikam.test/oauth2/v2.0/token", "/\(SeedData.fabrikamID)/v2.0"].map {
            try client.fixture.url($0).description
        }
        for audience in foreign + ["https://evil.test/contoso.test/oauth2/v2.0/token", "", ConfidentialClient.id] {
            let refused = try await send(
                client, try key.assertion(try ClientKey.claims(client, ["aud": .string(audience)])))
            #expect(refused.status == 401 && refused.number == 700_023, "\(audience)")
            #expect(refused.json["error"] == "invalid_client")
        }
    }

    @Test(
        "Wrong claims are refused",
        arguments: [
            (["iss": "dddddddd-0000-4000-8000-000000000009"], 700_021),
            (["sub": "dddddddd-0000-4000-8000-000000000009"], 700_021), (["sub": .null], 50027),
            (["iss": .null], 50027),
            (["aud": .null], 700_023), (["exp": .null], 50027), (["exp": "tomorrow"], 50027), (["exp": 1], 700_024),
            (["nbf": 9_999_999_999], 700_024), (["exp": .number("1e300")], 50027),
        ] as [([String: JSONValue], Int64)])
    func claims(changes: [String: JSONValue], number: Int64) async throws {
        let (client, key) = try await registered()
        #expect(try await send(client, try key.assertion(try ClientKey.claims(client, changes))).number == number)
    }

    @Test("The clocks may differ by five minutes")
    func leeway() async throws {
        let (client, key) = try await registered()
        let now = client.fixture.clock.unixSeconds
        for (changes, number) in [
            (["exp": .integer(now - 299)], nil), (["exp": .integer(now - 300)], 700_024),
            (["nbf": .integer(now + 300)], nil), (["nbf": .integer(now + 301)], 700_024),
            // A NumericDate may have a fraction.
            (["exp": .number("\(now + 60).75")], nil),
        ] as [([String: JSONValue], Int64?)] {
            #expect(try await send(client, try key.assertion(try ClientKey.claims(client, changes))).number == number)
        }
    }

    @Test("A certificate that is not registered, has expired or did not sign is 700027")
    func certificates() async throws {
        let (client, key) = try await registered()
        let other = try ClientKey(validFrom: client.fixture.clock.unixSeconds)
        let unknown = try await send(client, try other.assertion(try ClientKey.claims(client)))
        #expect(unknown.status == 401 && unknown.number == 700_027)
        // Another key under the registered certificate's name.
        let name: [String: JSONValue] = ["x5t": .string(Base64URL.encode(Digest.sha1(key.certificate)))]
        #expect(
            try await send(client, try other.assertion(try ClientKey.claims(client), header: name)).number == 700_027)
        // Two names of different certificates.
        let mixed = name.merging(["x5t#S256": .string(Base64URL.encode(Digest.sha256(other.certificate)))]) { $1 }
        #expect(
            try await send(client, try key.assertion(try ClientKey.claims(client), header: mixed)).number == 700_027)
        client.fixture.clock.advance(seconds: 3651 * 86400)
        let expired = try await send(client, try key.assertion(try ClientKey.claims(client)))
        #expect(expired.number == 700_027)
        #expect(expired.json["error_description"]?.stringValue?.contains("expired") == true)
    }

    @Test("No other algorithm is accepted: none, and HS256 with the public key as its secret")
    func algorithms() async throws {
        let (client, key) = try await registered()
        let claims = try ClientKey.claims(client)
        let name = "\"x5t\":\"\(Base64URL.encode(Digest.sha1(key.certificate)))\""
        let none = Base64URL.encode(Array("{\"alg\":\"none\",\(name)}".utf8)) + "." + Base64URL.encode(claims.bytes())
        for text in [none + ".", none + ".AAAA", none] { #expect(try await send(client, text).number == 50027) }
        for secret in [key.certificate, key.key.publicKey.der, Array(key.key.publicKey.pem.utf8)] {
            let forged = JWS.authenticate(
                claims.bytes(), header: ["x5t": .string(Base64URL.encode(Digest.sha1(key.certificate)))],
                secret: secret)
            #expect(try await send(client, forged).number == 50027)
        }
        // A signature by RS256 under the name of PS256.
        var parts = try key.assertion(claims).split(separator: ".").map(String.init)
        parts[0] = Base64URL.encode(Array("{\"alg\":\"PS256\",\(name)}".utf8))
        #expect(try await send(client, parts.joined(separator: ".")).number == 700_027)
    }

    @Test(
        "Text that is no assertion is refused, and one that is too large is not read",
        arguments: ["x", "a.b.c", "..", "e30.e30.", "é.é.é"])
    func junk(text: String) async throws {
        let (client, _) = try await registered()
        #expect(try await send(client, text).number == 50027)
        let large = try await send(client, String(repeating: "A", count: 70_000))
        #expect(large.status == 400 && large.number == 90023)
    }

    @Test("An assertion is accepted again until it expires; the strict profile accepts each jti once")
    func again() async throws {
        let (client, key) = try await registered()
        let assertion = try key.assertion(try ClientKey.claims(client))
        for _ in 0..<3 { #expect(try await send(client, assertion).status == 200) }
        // Without a jti, and for years: as at Entra ID.
        let long = try ClientKey.claims(client, ["jti": .null, "exp": 99_999_999_999])
        #expect(try await send(client, try key.assertion(long)).status == 200)
        client.fixture.clock.advance(seconds: 901)
        #expect(try await send(client, assertion).number == 700_024)

        let (strict, ownKey) = try await registered { $0.profile = .strict }
        let once = try ownKey.assertion(try ClientKey.claims(strict))
        #expect(try await send(strict, once).status == 200)
        let second = try await send(strict, once)
        #expect(second.status == 401 && second.number == 50012)
        #expect(try await send(strict, try ownKey.assertion(try ClientKey.claims(strict))).status == 200)
        let now = strict.fixture.clock.unixSeconds
        for changes in [["jti": .null], ["exp": .integer(now + 3601)]] as [[String: JSONValue]] {
            let claims = try ClientKey.claims(strict, changes)
            #expect(try await send(strict, try ownKey.assertion(claims)).number == 50012)
        }
    }

    @Test("An assertion that another library signed by PS256 is accepted, and its certificate by x5t#S256")
    func otherLibrary() async throws {
        let vector = try ClientAssertionVector()
        let client = try await ConfidentialClient { $0.origin = vector.origin }
        try await client.fixture.provider.admin.addCertificate(vector.certificate, to: ConfidentialClient.id)
        let offset = vector.now - client.fixture.clock.unixSeconds
        try await client.fixture.provider.admin.call(.post, "/_admin/clock", ["offset_seconds": .integer(offset)])
        #expect(try await send(client, vector.ps256).status == 200)
        #expect(try await send(client, vector.rs256).status == 200)
        #expect(try await send(client, vector.wrongSalt).number == 700_027)
    }
}

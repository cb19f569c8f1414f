import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Tokens bound to a key")
struct ProofOfPossessionTests {
    private struct Client {
        let key: SigningKey
        var keyID: String { Base64URL.encode(key.publicJWK.thumbprint) }
        var parameters: [String: String?] {
            [
                "token_type": "pop",
                "req_cnf": Base64URL.encode(JSONValue.object(["kid": .string(keyID)]).bytes()),
            ]
        }

        init() {
            let key = P256PrivateKey()
            let thumbprint = Base64URL.encode(JWK(key.publicKey, keyID: nil).thumbprint)
            self.key = .p256(key, keyID: thumbprint)
        }

        /// The signed request, composed by hand, with changes: nil omits a member.
        func signed(
            _ fixture: ProviderFixture, _ token: Secret<String>?, nonce: String, _ changes: [String: JSONValue?] = [:]
        ) throws -> String {
            var claims: [String: JSONValue] = [
                "at": .string(token?.reveal() ?? ""), "ts": .integer(fixture.clock.unixSeconds), "m": "GET",
                "u": "localhost:8443", "p": "/api/files", "nonce": .string(nonce),
                "cnf": ["jwk": .object(key.publicJWK.members.filter { ["kty", "crv", "x", "y"].contains($0.key) })],
            ]
            for (name, value) in changes { claims[name] = value }
            return try JWS.sign(JSONValue.object(claims).bytes(), with: key)
        }
    }

    private func call(_ fixture: ProviderFixture, _ credential: String) async throws -> HTTPResponse {
        var request = HTTPRequest.get(try fixture.url("/api/files"))
        request.fields.set("Authorization", credential)
        return try await fixture.provider.send(request)
    }

    private func boundTokens(_ fixture: inout ProviderFixture, _ client: Client) async throws -> TokenResponse {
        let code = try ProviderFixture.reply(try await fixture.signIn())["code"] ?? ""
        return try TokenResponse(parsing: try await fixture.redeem(code, client.parameters).body)
    }

    @Test("The token names the key, and the API accepts it in a request signed with that key")
    func accepted() async throws {
        var fixture = try await ProviderFixture()
        let client = Client()
        let tokens = try await boundTokens(&fixture, client)
        #expect(tokens.tokenType == "pop")
        #expect(try await fixture.claims(tokens.accessToken)["cnf"]?["kid"]?.stringValue == client.keyID)
        let signed = try client.signed(fixture, tokens.accessToken, nonce: "n1")
        #expect(try await call(fixture, "PoP \(signed)").status == 200)
        // A refresh binds the token to the key that the new request names.
        let other = Client()
        let refreshed = try TokenResponse(
            parsing: try await fixture.refresh(tokens.refreshToken?.reveal() ?? "", other.parameters).body)
        #expect(
            try await call(fixture, "pop \(try other.signed(fixture, refreshed.accessToken, nonce: "n2"))").status
                == 200)
        #expect(
            try await call(fixture, "PoP \(try client.signed(fixture, refreshed.accessToken, nonce: "n3"))").status
                == 401)
    }

    @Test(
        "A stolen token is useless: as a bearer token, with another key, for another request, or a second time")
    func stolen() async throws {
        var fixture = try await ProviderFixture()
        let client = Client()
        let tokens = try await boundTokens(&fixture, client)
        let bare = try await call(fixture, "Bearer \(tokens.accessToken?.reveal() ?? "")")
        #expect(bare.status == 401)
        #expect(AuthenticationChallenge.all(in: bare.fields).first?.isOf("PoP") == true)
        #expect(
            try await call(fixture, "PoP \(try Client().signed(fixture, tokens.accessToken, nonce: "n"))").status == 401
        )
        let changes: [[String: JSONValue?]] = [
            ["m": "DELETE"], ["u": "elsewhere.test"], ["p": "/api/files/x"], ["nonce": .some(nil)],
            ["ts": .integer(fixture.clock.unixSeconds - 301)], ["ts": .integer(fixture.clock.unixSeconds + 301)],
            ["ts": .some(nil)], ["at": "junk"], ["cnf": .some(nil)], ["b": "hash"],
        ]
        for change in changes {
            let signed = try client.signed(fixture, tokens.accessToken, nonce: "n", change)
            #expect(try await call(fixture, "PoP \(signed)").status == 401, "\(change)")
        }
        let signed = try client.signed(fixture, tokens.accessToken, nonce: "once")
        #expect(try await call(fixture, "PoP \(signed)").status == 200)
        #expect(try await call(fixture, "PoP \(signed)").status == 401)
        // A signature adds nothing to an unbound token.
        let bearer = try await fixture.tokens()
        #expect(
            try await call(fixture, "PoP \(try client.signed(fixture, bearer.accessToken, nonce: "m"))").status == 401)
    }

    @Test(
        "A malformed key binding is refused",
        arguments: [
            (["token_type": "pop"], 90014), (["token_type": "pop", "req_cnf": "e30"], 90023),
            (["token_type": "pop", "req_cnf": "%%"], 90023), (["token_type": "ssh-cert"], 90023),
            (["token_type": "pop", "req_cnf": "eyJraWQiOiJzaG9ydCJ9"], 90023),
        ] as [([String: String?], Int64)])
    func malformed(changes: [String: String?], number: Int64) async throws {
        var fixture = try await ProviderFixture()
        let token = try await fixture.tokens().refreshToken?.reveal() ?? ""
        #expect(try await fixture.refresh(token, changes).number == number)
        #expect(try await fixture.refresh(token).status == 200)
    }
}

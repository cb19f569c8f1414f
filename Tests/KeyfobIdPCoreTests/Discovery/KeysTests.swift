import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Published keys")
struct KeysTests {
    private func keys(_ fixture: ProviderFixture, _ path: String = "/common/discovery/v2.0/keys") async throws
        -> [JSONValue]
    {
        try await fixture.provider.send(.get(try fixture.url(path))).json["keys"]?.arrayValue ?? []
    }

    @Test("RSA keys are published as on the platform, with certificate and thumbprint and without a private part")
    func rsa() async throws {
        var fixture = try await ProviderFixture { $0.signingAlgorithm = .rs256 }
        let keys = try await keys(fixture)
        #expect(keys.count == 2)
        for key in keys {
            #expect(key["kty"]?.stringValue == "RSA")
            #expect(key["use"]?.stringValue == "sig")
            #expect(key["kid"]?.stringValue == key["x5t"]?.stringValue)
            #expect(key["x5c"]?.arrayValue?.count == 1)
            #expect(key["issuer"]?.stringValue == "https://localhost:8443/{tenantid}/v2.0")
            for secret in ["d", "p", "q", "dp", "dq", "qi"] { #expect(key[secret] == nil) }
        }
        let tokens = try await fixture.tokens()
        let set = try JWKSet(
            parsing: try await fixture.provider.send(
                .get(try fixture.url("/common/discovery/v2.0/keys"))
            ).body)
        let idToken = try IDTokenValidator.validate(
            tokens.idToken?.reveal() ?? "", keys: set,
            expectations: IDTokenExpectations(
                issuer: "https://localhost:8443/\(SeedData.tenantID)/v2.0", audience: fixture.clientID,
                nonce: "the-nonce", tenantID: SeedData.tenantID, now: fixture.clock.now))
        #expect(idToken.objectID == SeedData.adaID)
    }

    @Test("A tenant's keys name the tenant's issuer at version 2, and none at version 1")
    func issuers() async throws {
        let fixture = try await ProviderFixture()
        for key in try await keys(fixture, "/contoso.test/discovery/v2.0/keys") {
            #expect(key["issuer"]?.stringValue == "https://localhost:8443/\(SeedData.tenantID)/v2.0")
        }
        for key in try await keys(fixture, "/contoso.test/discovery/keys") { #expect(key["issuer"] == nil) }
        let unknown = try await fixture.provider.send(.get(try fixture.url("/nowhere.test/discovery/v2.0/keys")))
        #expect(unknown.number == 90002)
    }

    @Test("The next signing key is published before use, and a retired one is removed after its tokens have expired")
    func rollover() async throws {
        var fixture = try await ProviderFixture()
        let before = Set(try await keys(fixture).compactMap { $0["kid"]?.stringValue })
        try await fixture.provider.admin.call(.post, "/_admin/keys/rotate")
        let signer = try JWS(compact: try await fixture.tokens().idToken?.reveal() ?? "").header["kid"]?.stringValue
        #expect(before.contains(signer ?? ""))
        let retired = before.subtracting([signer ?? ""])
        fixture.clock.advance(seconds: 3 * 86400)
        try await fixture.provider.admin.call(.post, "/_admin/keys/rotate")
        let after = Set(try await keys(fixture).compactMap { $0["kid"]?.stringValue })
        #expect(after.isDisjoint(with: retired))
        #expect(after.contains(signer ?? ""))
    }
}

import KeyfobCore
import KeyfobCrypto
import KeyfobIdP
import KeyfobIdPCore
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("The issue of primary refresh tokens")
struct PrimaryTokenIssueTests {
    @Test("a password, or the broker's refresh token, gets one that only the device can use", arguments: [true, false])
    func issues(isRSA: Bool) async throws {
        let fixture = try await ProviderFixture()
        let phone = try await Phone(fixture, isRSA: isRSA)
        let tokens = try await Phone.brokerTokens(fixture, ProviderFixture.ada, scope: "openid profile offline_access")
        let refreshToken = try #require(tokens.refreshToken)
        let prompts = try await fixture.provider.admin.count("password_prompt")
        for proof in [
            .refreshToken(refreshToken),
            .password(username: "ada@contoso.test", password: Secret(SeedData.password)),
        ] as [PRTIssueRequest.UserProof] {
            let response = try await phone.issue(proof)
            try #require(response.status == 200, "\(response.json.text())")
            let issued = try PRTIssueResponse(parsing: response.body)
            #expect(response.json["access_token"] == nil && response.json["token_type"] == "pop")
            #expect(issued.expiresIn == 1_209_600 && issued.deviceTenantID == SeedData.tenantID)
            #expect(issued.clientInfo?.uid == SeedData.adaID)
            let claims = try await fixture.claims(issued.idToken)
            #expect(claims["oid"]?.stringValue == SeedData.adaID)
            _ = try SessionKey(message: issued.sessionKeyMessage, transportKey: phone.transportKey)
            let thief: AsymmetricKey = isRSA ? .rsa(try RSAPrivateKey()) : .p256(P256PrivateKey())
            let own = try SessionKey(message: issued.sessionKeyMessage, transportKey: phone.transportKey)
            #expect((try? SessionKey(message: issued.sessionKeyMessage, transportKey: thief)) != own)
        }
        #expect(try await fixture.provider.admin.count("password_prompt") == prompts)
        #expect(try await fixture.provider.admin.count("primary_token_issued") == 2)
    }

    @Test("a fault for the user refuses one issue, and nothing is written")
    func fault() async throws {
        let phone = try await Phone(ProviderFixture())
        let admin = phone.fixture.provider.admin
        try await admin.order(.error(53003), at: "token", user: "ada@contoso.test")
        #expect(try await phone.issue().number == 53003)
        #expect(try await admin.count("primary_token_issued") == 0)
        #expect(try await phone.issue().status == 200)
    }

    @Test("the nonce has to be fresh and the provider's own, and each message is valid once")
    func nonces() async throws {
        let fixture = try await ProviderFixture()
        let phone = try await Phone(fixture)
        let nonce = try await phone.nonce()
        for bad in [String(nonce.dropLast()), "", String(repeating: "A", count: nonce.count)] where !bad.isEmpty {
            #expect(try await phone.issue(nonce: bad).number == 140000)
        }
        let proof = PRTIssueRequest.UserProof.password(
            username: "ada@contoso.test", password: Secret(SeedData.password))
        let form = try PRTIssueRequest(nonce: nonce, proof: proof).parameters(signedBy: phone.key)
        #expect(try await phone.send(form).status == 200)
        #expect(try await phone.send(form).number == 140000, "a replayed message is refused")
        fixture.clock.advance(seconds: 301)
        #expect(try await phone.issue(nonce: nonce).number == 140000)
    }

    @Test("another device's key, another authority's certificate, a disabled device and a removed one are refused")
    func devices() async throws {
        let fixture = try await ProviderFixture()
        let phone = try await Phone(fixture)
        let forged = DeviceCertificateAuthority(key: .p256(P256PrivateKey()))
        let own = AsymmetricKey.p256(P256PrivateKey())
        let certificate = try forged.issue(
            publicKey: own.publicKey, deviceID: phone.key.deviceID, userID: SeedData.adaID,
            tenantID: SeedData.tenantID, joinType: 4, serialNumber: [1], now: fixture.clock.now)
        let refused = try await phone.issue(signedBy: DeviceKey(key: own, certificate: certificate))
        #expect(refused.number == 50155 && refused.json["suberror"] == "device_authentication_failed")
        // The right certificate with another key's signature.
        let request = PRTIssueRequest(
            nonce: try await phone.nonce(),
            proof: .password(username: "ada@contoso.test", password: Secret(SeedData.password)))
        let swapped = try JWS.sign(
            JSONValue.object(request.claims).bytes(), with: own, certificate: phone.key.certificate.der)
        let form = FormParameters([("grant_type", DeviceDialect.signedRequestGrant), ("request", swapped)])
        #expect(try await phone.send(form).number == 50155)
        try await fixture.provider.admin.setDevice(phone.key.deviceID, isEnabled: false)
        #expect(try await phone.issue().number == 135011)
        try await fixture.provider.admin.removeDevice(phone.key.deviceID)
        #expect(try await phone.issue().number == 50155)
    }

    @Test("a user limited to certificates gets no primary refresh token for a password, even the right one")
    func certificateOnly() async throws {
        let phone = try await Phone(ProviderFixture())
        try await phone.fixture.provider.admin.setCertificateOnly(true, user: "ada@contoso.test")
        #expect(try await phone.issue().number == 130_501)
        #expect(try await phone.fixture.provider.admin.count("primary_token_issued") == 0)
    }

    @Test("wrong passwords are counted and lock; a vendor's app and another tenant's user get none")
    func users() async throws {
        let fixture = try await ProviderFixture()
        let phone = try await Phone(fixture)
        for attempt in 0..<12 {
            let proof = PRTIssueRequest.UserProof.password(
                username: "ada@contoso.test", password: Secret("wrong-\(attempt)"))
            #expect(try await phone.issue(proof).number == (attempt < 9 ? 50126 : 50053))
        }
        #expect(try await phone.issue().number == 50053)
        fixture.clock.advance(seconds: 61)
        #expect(try await phone.issue().status == 200)
        #expect(try await phone.issue(clientID: SeedData.suiteClientID).number == 70001)
        let nobody = PRTIssueRequest.UserProof.password(username: "x@contoso.test", password: Secret("xxxxxxxx"))
        #expect(try await phone.issue(nobody).number == 50126)
        var other = fixture
        let suite = try #require(try await other.tokens().refreshToken)
        #expect(try await phone.issue(.refreshToken(suite)).number == 70000, "another client's token proves nothing")
        #expect(try await phone.issue(.refreshToken(Secret("x"))).number == 9002313)
        #expect(try await phone.issue(.assertion(Secret("a.b.c"))).number == 70003)
    }

    @Test("every malformed signed request gets the error for one")
    func junk() async throws {
        let phone = try await Phone(try await ProviderFixture())
        for text in ["x", "a.b.c", "e30.e30.e30", String(repeating: "A", count: 10_000)] {
            let form = FormParameters([("grant_type", DeviceDialect.signedRequestGrant), ("request", text)])
            #expect(try await phone.send(form).number == 50027)
        }
        let form = FormParameters([("grant_type", DeviceDialect.signedRequestGrant), ("client_id", "x")])
        #expect(try await phone.send(form).number == 70003)
    }
}

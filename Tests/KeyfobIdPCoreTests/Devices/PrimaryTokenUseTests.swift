import KeyfobConformance
import KeyfobCore
import KeyfobCrypto
import KeyfobIdP
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("The use of primary refresh tokens", .onEveryStore)
struct PrimaryTokenUseTests {
    @Test("apps of two vendors get tokens that the API accepts, without a prompt")
    func twoVendors() async throws {
        let fixture = try await ProviderFixture()
        let phone = try await Phone(fixture)
        let session = try await phone.session()
        let before = try await fixture.provider.admin.lastSignIn()
        for (clientID, redirectURI) in [
            (SeedData.suiteClientID, Phone.redirectURI),
            (SeedData.notesClientID, "msauth.test.fabrikam.notes://auth"),
        ] {
            let lacking = try await phone.use(session, clientID: clientID, redirectURI: redirectURI)
            #expect(lacking.number == 65001 && lacking.json["suberror"] == "consent_required")
            try await phone.consent(clientID: clientID)
            let response = try await phone.use(session, clientID: clientID, redirectURI: redirectURI)
            #expect(response.status == 200 && response.fields["Content-Type"] == "application/jose")
            let json = try phone.open(response, session)
            let token = try #require(json["access_token"]?.stringValue)
            #expect(try await phone.callFiles(token).status == 200)
            let claims = try await fixture.claims(Secret(token))
            #expect(claims["azp"]?.stringValue == clientID && claims["oid"]?.stringValue == SeedData.adaID)
            #expect(json["refresh_token"] == nil && json["primary_refresh_token"] == nil)
            #expect(!String(decoding: response.body, as: UTF8.self).contains(token))
        }
        for event in ["password_prompt", "account_picker", "consent_prompt"] {
            #expect(try await fixture.provider.admin.count(event, after: before) == 0)
        }
        #expect(try await fixture.provider.admin.count("tokens_brokered", after: before) == 2)
    }

    @Test("the token alone is useless, and so is a replayed message")
    func theft() async throws {
        let fixture = try await ProviderFixture()
        let phone = try await Phone(fixture)
        try await phone.consent()
        let session = try await phone.session()
        let plain = try await fixture.refresh(
            session.token.reveal(), scope: "openid api://files/Files.Read", ["client_id": Phone.broker])
        #expect(plain.number == 9002313)
        var stolen = session
        stolen.key = try #require(SessionKey(Secret([UInt8](repeating: 1, count: 32))))
        #expect(try await phone.use(stolen).number == 140001)
        let form = phone.useRequest(session, nonce: try await phone.nonce())
            .parameters(signedBy: session.key, random: phone.random)
        #expect(try await phone.send(form).status == 200)
        #expect(try await phone.send(form).number == 140000)
        let old = phone.useRequest(session, nonce: try await phone.nonce())
            .parameters(signedBy: session.key, random: phone.random)
        fixture.clock.advance(seconds: 301)
        #expect(try await phone.send(old).number == 140000)
        var unknown = session
        unknown.token = Secret("x")
        #expect(try await phone.use(unknown).json["suberror"] == "bad_token")
    }

    @Test("both derivations of the key are accepted; without a nonce the message's own times count")
    func dialects() async throws {
        let fixture = try await ProviderFixture()
        let phone = try await Phone(fixture)
        try await phone.consent()
        let session = try await phone.session()
        for derivation in SessionKey.Derivation.allCases {
            let form = phone.useRequest(session, nonce: nil)
                .parameters(signedBy: session.key, random: phone.random, derivation: derivation)
            #expect(try await phone.send(form).status == 200)
        }
        for shift in [-301, 301] as [Int64] {
            var request = phone.useRequest(session, nonce: nil)
            request.issuedAt += shift
            request.expiresAt += shift
            let form = request.parameters(signedBy: session.key, random: phone.random)
            #expect(try await phone.send(form).number == 140000)
        }
    }

    @Test("it ends with the user's sessions, with its device, and after fourteen days unless it is renewed")
    func lifetime() async throws {
        let fixture = try await ProviderFixture()
        let phone = try await Phone(fixture)
        try await phone.consent()
        var session = try await phone.session()
        let old = session
        fixture.clock.advance(seconds: 10 * 86400)
        let renewal = try phone.open(
            try await phone.use(session, scopes: Phone.files.union(["aza", "offline_access"])), session)
        session.token = Secret(try #require(renewal["primary_refresh_token"]?.stringValue))
        #expect(renewal["refresh_token"]?.stringValue != session.token.reveal(), "an app's token is no primary one")
        #expect(renewal["scope"]?.stringValue?.contains("aza") == false)
        fixture.clock.advance(seconds: 5 * 86400)
        let expired = try await phone.use(old)
        #expect(expired.number == 70008 && expired.json["suberror"] == "token_expired")
        #expect(try await phone.use(session).status == 200, "renewed, under the same session key")
        try await fixture.provider.admin.setDevice(phone.key.deviceID, isEnabled: false)
        #expect(try await phone.use(session).number == 135011)
        try await fixture.provider.admin.setDevice(phone.key.deviceID, isEnabled: true)
        try await fixture.provider.admin.revoke(user: "ada@contoso.test")
        #expect(try await phone.use(session).number == 50173)
    }

    @Test("redirect URIs that are not the app's, and tenants that are not the user's, are refused")
    func places() async throws {
        let fixture = try await ProviderFixture()
        let phone = try await Phone(fixture)
        try await phone.consent()
        let session = try await phone.session()
        #expect(try await phone.use(session, redirectURI: "msauth.test.fabrikam.notes://auth").number == 50011)
        #expect(try await phone.use(session, redirectURI: nil).number == 900144)
        #expect(try await phone.use(session, clientID: "x").number == 700016)
        #expect(try await phone.use(session, clientID: SeedData.shopClientID).number == 50011)
        let form = phone.useRequest(session, nonce: try await phone.nonce())
            .parameters(signedBy: session.key, random: phone.random)
        #expect(try await phone.send(form, segment: "consumers").number != nil)
    }

    @Test("the provider's store contains neither the token nor its session key")
    func atRest() async throws {
        let fixture = try await ProviderFixture()
        let phone = try await Phone(fixture)
        let session = try await phone.session()
        let hash = Digest.sha256(Array(session.token.reveal().utf8))
        let record = try #require(
            try await fixture.provider.store.transaction { try $0.primaryRefreshToken(hash: hash) })
        let key = session.key.bytes.reveal()
        #expect(!record.sealedSessionKey.indices.contains { record.sealedSessionKey[$0...].starts(with: key) })
        #expect(record.deviceID == phone.key.deviceID && record.access.evidence.isBrokered)
        #expect(record.access.evidence.deviceID == phone.key.deviceID)
    }
}

@Suite("Policies and primary refresh tokens")
struct PrimaryTokenPolicyTests {
    @Test("one is issued before the device is compliant, and obtains nothing until it is")
    func compliance() async throws {
        let fixture = try await ProviderFixture()
        try await fixture.provider.admin.require("compliantDevice")
        let phone = try await Phone(fixture)
        try await phone.consent()
        let session = try await phone.session()
        #expect(try await phone.use(session).number == 53000)
        try await fixture.provider.admin.setDevice(phone.key.deviceID, isManaged: true, isCompliant: true)
        #expect(try await phone.use(session).status == 200)
    }
}

import KeyfobCore
import KeyfobCrypto
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

/// A client that sends costly invalid signatures must not make other clients wait for the store.
@Suite("Signatures are verified while no transaction is open")
struct SignatureTransactionTests {
    private let store: CountingStore
    private let fixture: ProviderFixture
    private let phone: Phone
    /// A device of another provider: its certificate is genuine, but issued by another authority.
    private let stranger: Phone

    init() async throws {
        store = CountingStore()
        fixture = try await ProviderFixture(store: store)
        phone = try await Phone(fixture)
        stranger = try await Phone(try await ProviderFixture())
    }

    @Test("A device's answer refused for its signature takes as few transactions as one refused for its form")
    func challenge() async throws {
        let url = try fixture.url("/common/oauth2/v2.0/token")
        let form = FormParameters([
            ("grant_type", "refresh_token"), ("client_id", SeedData.suiteClientID), ("refresh_token", "x"),
            ("scope", "openid"),
        ])
        func cost(_ field: String) async throws -> Int {
            try await store.count {
                var request = HTTPRequest.form(url, form)
                request.fields.set("Authorization", field)
                let answer = try await fixture.provider.send(request)
                #expect(answer.number == 50155)
            }
        }
        let challenge = PKeyAuthChallenge(
            context: "c", nonce: try await phone.nonce(), submitURL: nil, tenantID: nil)
        let foreign = try challenge.answer(with: stranger.key, requestURL: url, now: fixture.clock.unixSeconds)
        let least = try await cost("PKeyAuth AuthToken=\"x\", Context=\"c\"")
        #expect(try await cost(foreign.reveal()) == least)
        #expect(store.refusedInside.isEmpty)
    }

    @Test("A device's credential ignored for its signature takes as few transactions as one ignored for its form")
    func page() async throws {
        let parameters = fixture.authorization(scope: "openid", ["prompt": "none"])
        let url = try fixture.url("/common/oauth2/v2.0/authorize", parameters)
        func cost(_ credential: String) async throws -> Int {
            try await store.count {
                var request = HTTPRequest.get(url)
                request.fields.set(DeviceDialect.deviceCredentialField, credential)
                let answer = try await fixture.provider.send(request)
                #expect(answer.fields["Location"]?.contains("error=login_required") == true)
            }
        }
        let foreign = try DeviceCredential(nonce: try await phone.nonce()).signed(with: stranger.key)
        let least = try await cost("x")
        #expect(try await cost(foreign.reveal()) == least)
        #expect(store.refusedInside.isEmpty)
    }

    @Test("A primary refresh token, in a request and on a page, is refused for its key outside a transaction")
    func primaryToken() async throws {
        try await phone.consent()
        let session = try await phone.session()
        var stolen = session
        stolen.key = try #require(SessionKey(Secret([UInt8](repeating: 1, count: 32))))
        #expect(try await phone.use(stolen).number == 140001)
        let credential = RefreshTokenCredential(
            primaryRefreshToken: session.token, nonce: try await phone.nonce()
        ).signed(with: stolen.key, random: phone.random)
        let parameters = fixture.authorization(scope: "openid", ["prompt": "none"])
        var request = HTTPRequest.get(try fixture.url("/common/oauth2/v2.0/authorize", parameters))
        request.fields.set(DeviceDialect.refreshTokenCredentialField, credential.reveal())
        let answer = try await fixture.provider.send(request)
        #expect(answer.fields["Location"]?.contains("error=login_required") == true)
        #expect(store.refusedInside.isEmpty)
        #expect(try await phone.use(session).status == 200)
    }
}

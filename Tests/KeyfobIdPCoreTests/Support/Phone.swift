import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobCrypto
import KeyfobIdP
import KeyfobIdPCore
import KeyfobOAuth
import KeyfobTesting

/// A registered device with a broker whose messages to the provider are composed by hand.
struct Phone {
    let fixture: ProviderFixture
    let key: DeviceKey
    let transportKey: AsymmetricKey
    let random = SystemRandomSource()

    static let broker = SeedData.brokerClientID
    static let redirectURI = "msauth.test.contoso.a://auth"
    static let files = ScopeSet(["openid", "profile", "api://files/Files.Read"])

    /// A session of a user: a primary refresh token with its key.
    struct Session {
        var token: Secret<String>
        var key: SessionKey
        let response: PRTIssueResponse
    }

    /// Registers a device of Ada's.
    init(_ fixture: ProviderFixture, isRSA: Bool = false, _ person: Person = ProviderFixture.ada) async throws {
        self.fixture = fixture
        let own: AsymmetricKey = isRSA ? .rsa(try RSAPrivateKey()) : .p256(P256PrivateKey())
        transportKey = isRSA ? .rsa(try RSAPrivateKey()) : .p256(P256PrivateKey())
        let token = try await Self.registrationToken(fixture, person)
        let response = try await Self.register(
            fixture, token: token, try Self.request(own, transportKey: transportKey.publicKey))
        let joined = try DeviceJoinResponse(parsing: response.body)
        key = try DeviceKey(key: own, certificate: joined.certificate)
    }

    static func request(
        _ key: AsymmetricKey, transportKey: AsymmetricPublicKey, domain: String = "contoso.test"
    ) throws -> DeviceJoinRequest {
        try DeviceJoinRequest(
            key: key, transportKey: transportKey, displayName: "A phone", deviceType: "iOS", systemVersion: "18.0",
            targetDomain: domain)
    }

    /// Signs a person in to the broker.
    static func brokerTokens(_ fixture: ProviderFixture, _ person: Person, scope: String) async throws -> TokenResponse
    {
        var fixture = fixture
        fixture.clientID = broker
        fixture.redirectURI = "http://localhost"
        let code = try ProviderFixture.reply(try await fixture.signIn(person, scope: scope))["code"] ?? ""
        return try TokenResponse(parsing: try await fixture.redeem(code).body)
    }

    static func registrationToken(_ fixture: ProviderFixture, _ person: Person) async throws -> String {
        let tokens = try await brokerTokens(fixture, person, scope: "\(RegistrationDiscovery.resourceURI)/.default")
        return tokens.accessToken?.reveal() ?? ""
    }

    static func register(_ fixture: ProviderFixture, token: String, _ request: DeviceJoinRequest) async throws
        -> HTTPResponse
    {
        let url = fixture.provider.base.with(path: "/EnrollmentServer/device/", query: "api-version=2.0")
        var message = HTTPRequest(method: .post, url: url, body: request.json.bytes())
        message.fields.set("Authorization", "Bearer \(token)")
        message.fields.set("Content-Type", "application/json")
        return try await fixture.provider.send(message)
    }

    func nonce() async throws -> String {
        try ServerNonce.parse(try await send(ServerNonce.parameters).body)
    }

    func send(_ form: FormParameters, segment: String = "common") async throws -> HTTPResponse {
        try await fixture.provider.send(.form(try fixture.url("/\(segment)/oauth2/v2.0/token"), form))
    }

    /// Requests a primary refresh token.
    func issue(
        _ proof: PRTIssueRequest.UserProof = .password(
            username: "ada@contoso.test", password: Secret(SeedData.password)),
        nonce: String? = nil, clientID: String = Phone.broker, caller: JSONValue? = nil,
        signedBy other: DeviceKey? = nil
    ) async throws -> HTTPResponse {
        let fresh = try await self.nonce()
        let request = PRTIssueRequest(clientID: clientID, nonce: nonce ?? fresh, proof: proof, caller: caller)
        return try await send(try request.parameters(signedBy: other ?? key))
    }

    func session() async throws -> Session {
        let response = try PRTIssueResponse(parsing: try await issue().body)
        return Session(
            token: response.primaryRefreshToken,
            key: try SessionKey(message: response.sessionKeyMessage, transportKey: transportKey), response: response)
    }

    /// The message that requests an app's tokens.
    func useRequest(
        _ session: Session, nonce: String?, clientID: String = SeedData.suiteClientID,
        redirectURI: String? = Phone.redirectURI, scopes: ScopeSet = Phone.files, caller: JSONValue? = nil
    ) -> PRTUseRequest {
        PRTUseRequest(
            primaryRefreshToken: session.token, clientID: clientID, redirectURI: redirectURI, scopes: scopes,
            nonce: nonce, now: fixture.clock.unixSeconds, caller: caller)
    }

    func use(
        _ session: Session, clientID: String = SeedData.suiteClientID, redirectURI: String? = Phone.redirectURI,
        scopes: ScopeSet = Phone.files, caller: JSONValue? = nil
    ) async throws -> HTTPResponse {
        let request = useRequest(
            session, nonce: try await nonce(), clientID: clientID, redirectURI: redirectURI, scopes: scopes,
            caller: caller)
        return try await send(request.parameters(signedBy: session.key, random: random))
    }

    /// The JSON of a response, decrypted if it is encrypted.
    func open(_ response: HTTPResponse, _ session: Session) throws -> JSONValue {
        try JSONValue(parsing: try PRTUseResponse.open(response.body, with: session.key))
    }

    /// Lets all users use Contoso Files with an app.
    func consent(clientID: String = SeedData.suiteClientID) async throws {
        try await fixture.provider.admin.setConsent(
            user: nil, clientID: clientID, resource: "api://files", granted: ["Files.Read"])
    }

    /// The response of Contoso Files to a token.
    func callFiles(_ token: String) async throws -> HTTPResponse {
        var request = HTTPRequest.get(try fixture.url("/api/files"))
        request.fields.set("Authorization", "Bearer \(token)")
        return try await fixture.provider.send(request)
    }

    static func caller(
        _ bundleID: String, _ assurance: CallerIdentity.Assurance = .kernelEnforced
    ) -> JSONValue {
        CallerIdentity(
            bundleID: bundleID, teamID: "T1", channel: .singleSignOnExtension, assurance: assurance
        ).claim
    }
}

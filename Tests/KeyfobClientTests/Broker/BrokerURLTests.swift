import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite struct BrokerURLTests {
    @Test func `R41-part: an installed broker signs the user in, and the app shows no page`()
        async throws
    {
        let device = try await BrokerWorld()
        let app = try device.app()
        let result = try await app.signIn()
        #expect(result.source == .broker)
        #expect(app.browser.visits.isEmpty)
        #expect(device.broker.userAgent.visits.count == 1)
        #expect(app.device.asked == ["msauthv3://broker", "msauthv2://broker"])
        #expect(app.device.opened.count == 1)
        // The API accepts the token, and the next call needs neither broker nor server.
        #expect(try await device.world.validatedScopes(result.accessToken) == ["Files.Read"])
        let silent = try await app.client.acquireTokenSilent(
            SilentParameters(scopes: Contoso.read, account: result.account))
        #expect(silent.source == .cache && silent.accessToken == result.accessToken)
        #expect(device.broker.messageCount == 1)
    }

    @Test func `R2-part, R51-part: apps of two vendors share one sign-in at the broker`() async throws {
        let device = try await BrokerWorld()
        let contoso = try device.app()
        let fabrikam = try device.app(
            BrokerWorld.facts("test.fabrikam.notes"), clientID: Contoso.fabrikam, store: InMemoryCredentialStore())
        _ = try await contoso.signIn()
        let result = try await fabrikam.signIn()
        #expect(result.account.username == Contoso.ada)
        #expect(try await device.world.count("password_accepted") == 1)
    }

    @Test func `a reply from the broker's store is accepted, although its id token is twenty minutes old`() async throws
    {
        let device = try await BrokerWorld()
        device.broker.answersFromMemory()
        let app = try device.app()
        let first = try await app.signIn()
        device.world.clock.advance(seconds: 1200)
        let second = try await app.signIn()
        #expect(second.source == .broker && second.idToken == first.idToken)
        #expect(try await device.world.validatedScopes(second.accessToken) == ["Files.Read"])
        let silent = SilentParameters(scopes: Contoso.read, account: second.account)
        #expect(try await app.client.acquireTokenSilent(silent).source == .cache)
    }

    @Test func `the request contains the app's parameters, and nothing of another call's`() async throws {
        let device = try await BrokerWorld()
        let app = try device.app(configure: { $0.capabilities = ["CP1"] })
        app.device.setText(
            #"{"enrollment_ids":[{"enrollment_id":"e","home_account_id":"o.t"}]}"#,
            "intune_app_protection_enrollment_id_V1")
        var parameters = InteractiveParameters(scopes: Contoso.read, prompt: .login, loginHint: Contoso.ada)
        parameters.domainHint = "contoso.test"
        parameters.extraQueryParameters = ["dc": "x"]
        parameters.correlationID = "8e3c5a1e-0000-4000-8000-000000000001"
        _ = try await app.signIn(parameters)
        _ = try await app.signIn()
        let requests = device.broker.requests
        #expect(requests.count == 2)
        #expect(requests[0].asking.prompt == "login" && requests[0].user.loginHint == Contoso.ada)
        #expect(requests[0].asking.extraParameters == ["dc": "x", "domain_hint": "contoso.test"])
        #expect(requests[0].correlationID == "8E3C5A1E-0000-4000-8000-000000000001")
        #expect(requests[0].capabilities == ["CP1"])
        #expect(requests[0].intune.enrollments.first?.enrollmentID == "e")
        #expect(requests[1].asking.prompt == nil && requests[1].user.loginHint == nil)
        // The key stays the same, the nonce does not; the broker's earlier tokens are sent along.
        #expect(requests[0].key == requests[1].key)
        #expect(requests[0].nonce != nil && requests[0].nonce != requests[1].nonce)
        #expect(requests[0].applicationToken == nil && requests[1].applicationToken != nil)
        #expect(
            requests[1].applicationToken?.reveal() != device.broker.applicationToken(of: Contoso.suite))
        // The stored state of the requests was deleted.
        #expect(try app.device.dictionary(BrokerResumeState.defaultsKey) == nil)
    }

    @Test func `two apps have two keys, and neither sees the other's`() async throws {
        let device = try await BrokerWorld()
        let first = try device.app()
        let second = try device.app(BrokerWorld.facts("test.contoso.b"))
        _ = try await first.signIn()
        _ = try await second.signIn()
        #expect(device.broker.requests[0].key != device.broker.requests[1].key)
        let items = try device.keychain.items().filter { $0.itemClass == .key }
        #expect(Set(items.compactMap(\.accessGroup)) == ["TEAM1.test.contoso.a", "TEAM1.test.contoso.b"])
        #expect(items.allSatisfy { $0.accessibility == .afterFirstUnlockThisDeviceOnly })
    }

    @Test func `an access token is bound to the app's key through the broker too`() async throws {
        let device = try await BrokerWorld()
        let app = try device.app(configure: { $0.proofKeyAlgorithm = .es256 })
        var parameters = BrokerWorld.parameters
        parameters.scheme = .proofOfPossession(ProofOfPossession(method: .get, url: nil))
        let result = try await app.signIn(parameters)
        #expect(result.tokenType == "pop" && result.signedRequest != nil)
        #expect(device.broker.requests.first?.binding?.keyID?.isEmpty == false)
    }

    @Test func `a claims request reaches the provider through the broker`() async throws {
        let device = try await BrokerWorld()
        let app = try device.app()
        var parameters = BrokerWorld.parameters
        parameters.claims = try ClaimsRequest(#"{"access_token":{"xms_cc":{"values":["CP1"]}}}"#)
        let result = try await app.signIn(parameters)
        let claims = try await device.world.validatedClaims(result.accessToken)
        #expect(claims["xms_cc"]?.arrayValue?.first?.stringValue == "CP1")
    }
}

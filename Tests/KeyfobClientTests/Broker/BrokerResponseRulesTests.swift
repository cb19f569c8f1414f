import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

/// Checks of a reply's content, independent of its encryption: another app that answers in the broker's place has the
/// key.
@Suite struct BrokerResponseRulesTests {
    private func refused(
        _ parameters: InteractiveParameters = BrokerWorld.parameters,
        edit: @escaping @Sendable (inout BrokerResponse) -> Void
    ) async throws -> AuthError? {
        let device = try await BrokerWorld()
        device.broker.behavior.edit = edit
        let app = try device.app()
        let error = await failure { () async throws(AuthError) in try await app.signIn(parameters) }
        #expect(try app.client.accounts().isEmpty, "Nothing is stored.")
        return error
    }

    private func edited(_ change: @escaping @Sendable (inout BrokerTokens) -> Void)
        -> @Sendable (inout BrokerResponse)
        -> Void
    {
        { reply in
            guard var tokens = reply.tokens else { return }
            change(&tokens)
            reply.outcome = .success(tokens)
        }
    }

    @Test(arguments: ["response=", "hash="])
    func `R54: one flipped byte of a reply is an error of decryption or of its digest, and no token`(
        part: String
    ) async throws {
        let device = try await BrokerWorld()
        device.broker.behavior.tamper = { url in
            guard let place = url.firstRange(of: part) else { return url }
            var changed = url
            let old = changed[place.upperBound]
            changed.replaceSubrange(place.upperBound...place.upperBound, with: old == "A" ? "B" : "A")
            return changed
        }
        let app = try device.app()
        let error = await failure { () async throws(AuthError) in try await app.signIn() }
        #expect(error?.code == .brokerFailed && error?.origin == .broker)
        let fault = try #require(error?.cause as? BrokerExchangeError)
        #expect([.decryptionFailed, .hashMismatch].contains(fault))
        #expect(try app.client.accounts().isEmpty)
    }

    @Test func `a reply with another nonce is refused`() async throws {
        let error = try await refused { $0.nonce = "another" }
        #expect(error?.cause as? BrokerExchangeError == .mismatchedResumeState)
    }

    @Test func `another user than the requested one is refused`() async throws {
        let device = try await BrokerWorld(user: Contoso.grace)
        let app = try device.app()
        let ada = try await device.world.signedIn("b").result.account
        let error = await failure { () async throws(AuthError) in
            try await app.signIn(InteractiveParameters(scopes: Contoso.read, account: ada))
        }
        #expect(error?.code == .accountMismatch)
        #expect(try app.client.accounts(AccountQuery(onlySignedIn: false)).map(\.username) == [Contoso.ada])
    }

    @Test func `an id token that the provider has not signed, or for another app, is refused`() async throws {
        let forged = try await refused(edit: edited { $0.idToken = Secret(BrokerWorld.unsignedToken) })
        #expect(forged?.code == .invalidResponse)
        let missing = try await refused(edit: edited { $0.idToken = nil })
        #expect(missing?.code == .invalidResponse)
        let other = try await refused(edit: edited { $0.clientID = Contoso.fabrikam })
        #expect(other?.cause as? BrokerExchangeError == .mismatchedResumeState)
    }

    @Test(arguments: [
        "https://evil.example/11111111-1111-4111-8111-111111111111",
        "https://localhost:8443/99999999-9999-4999-8999-999999999999", "https://localhost:8443/tfp/contoso/b2c_1_a",
    ])
    func `a reply of another authority is refused`(authority: String) async throws {
        let returned = try Authority(authority)
        let error = try await refused(edit: edited { $0.authority = returned })
        #expect(error?.code == .invalidResponse)
        #expect(error?.origin == .broker)
    }

    @Test func `a reply without an authority, or with a token of another kind, is refused`() async throws {
        #expect(try await refused(edit: edited { $0.authority = nil })?.code == .invalidResponse)
        #expect(try await refused(edit: edited { $0.tokenType = "pop" })?.code == .invalidResponse)
        #expect(try await refused(edit: edited { $0.accessToken = nil })?.code == .invalidResponse)
    }

    @Test func `declined scopes are reported, and the token for the granted ones is stored`() async throws {
        let device = try await BrokerWorld()
        device.broker.userAgent.person.declining = ["api://files/Files.ReadWrite"]
        let app = try device.app()
        let error = await failure { () async throws(AuthError) in
            try await app.signIn(InteractiveParameters(scopes: Contoso.both, prompt: .consent))
        }
        #expect(error?.code == .serverDeclinedScopes)
        #expect(error?.declinedScopes == ["api://files/Files.ReadWrite"])
        let partial = try #require(error?.cause as? PartialGrant)
        #expect(partial.result.scopes == ["api://files/Files.Read"])
        #expect(try app.client.accounts().count == 1)
    }

    @Test func `additional tokens are stored first, and come with the error of declined scopes`() async throws {
        let device = try await BrokerWorld()
        device.broker.behavior.edit = { reply in
            guard let tokens = reply.tokens else { return }
            reply.additionalTokens = tokens
            var failure = BrokerResponseError(
                domain: BrokerResponseError.msalDomain, code: -50003, oauthError: "invalid_grant",
                suberror: "consent_required")
            failure.declinedScopes = ["b"]
            reply.outcome = .failure(failure)
        }
        let app = try device.app()
        let error = await failure { () async throws(AuthError) in try await app.signIn() }
        #expect(error?.code == .serverDeclinedScopes && error?.declinedScopes == ["b"])
        let partial = try #require(error?.cause as? PartialGrant)
        let silent = try await app.client.acquireTokenSilent(
            SilentParameters(scopes: Contoso.read, account: partial.result.account))
        #expect(silent.source == .cache)
    }

    @Test func `the granted scopes of a call for bound tokens come with a signed request that the API accepts`()
        async throws
    {
        let device = try await BrokerWorld()
        device.broker.behavior.edit = { reply in
            guard let tokens = reply.tokens else { return }
            reply.additionalTokens = tokens
            var failure = BrokerResponseError(domain: BrokerResponseError.msalDomain, code: -50003)
            failure.declinedScopes = Contoso.readWrite
            reply.outcome = .failure(failure)
        }
        let app = try device.app(configure: { $0.proofKeyAlgorithm = .es256 })
        let files = device.world.provider.base.with(path: "/api/files")
        var parameters = BrokerWorld.parameters
        parameters.scheme = .proofOfPossession(ProofOfPossession(method: .get, url: files))
        let asked = parameters
        let error = await failure { () async throws(AuthError) in try await app.signIn(asked) }
        #expect(error?.code == .serverDeclinedScopes)
        let result = try #require(error?.cause as? PartialGrant).result
        #expect(result.tokenType == "pop" && result.signedRequest != nil)
        var request = HTTPRequest(method: .get, url: files)
        request.fields.set("Authorization", result.authorizationHeader.reveal())
        #expect(try await device.world.provider.send(request).status == 200)
    }

    @Test func `a bearer token next to a bound one is treated as a bearer token`() async throws {
        let device = try await BrokerWorld()
        device.broker.behavior.edit = { reply in
            guard var along = reply.tokens else { return }
            along.tokenType = "Bearer"
            along.scopes = ["https://protection.test/App.Enroll"]
            reply.additionalTokens = along
        }
        let app = try device.app(configure: { $0.proofKeyAlgorithm = .es256 })
        var parameters = BrokerWorld.parameters
        parameters.scheme = .proofOfPossession(ProofOfPossession(method: .get, url: nil))
        let result = try await app.signIn(parameters)
        #expect(result.tokenType == "pop")
        let partition = try #require(try device.world.store.partition(homeAccountID: result.account.identifier))
        let along = partition.accessTokens.filter { $0.scopes == ["https://protection.test/App.Enroll"] }
        #expect(along.map { $0.tokenType.lowercased() } == ["bearer"])
    }

    @Test func `additional tokens next to declined scopes are not part of the requested ones`()
        async throws
    {
        let device = try await BrokerWorld()
        device.broker.behavior.edit = { reply in
            guard var tokens = reply.tokens else { return }
            tokens.scopes = ["https://protection.test/App.Enroll"]
            reply.additionalTokens = tokens
            var failure = BrokerResponseError(domain: BrokerResponseError.msalDomain, code: -50003)
            failure.declinedScopes = Contoso.read
            reply.outcome = .failure(failure)
        }
        let app = try device.app()
        let error = await failure { () async throws(AuthError) in try await app.signIn() }
        #expect(error?.code == .serverDeclinedScopes && error?.declinedScopes == Contoso.read)
        #expect(error?.cause is BrokerResponseError)
        // They are stored like any additional tokens.
        let account = try #require(try app.client.accounts().first)
        let partition = try #require(try device.world.store.partition(homeAccountID: account.identifier))
        #expect(partition.accessTokens.map(\.scopes) == [["https://protection.test/App.Enroll"]])
    }

    @Test func `forged additional tokens are not stored, and do not invalidate the reply`() async throws {
        let device = try await BrokerWorld()
        device.broker.behavior.edit = { reply in
            var tokens = BrokerTokens()
            tokens.accessToken = Secret("forged")
            tokens.scopes = ["api://files/Files.ReadWrite"]
            tokens.idToken = Secret(BrokerWorld.unsignedToken)
            reply.additionalTokens = tokens
        }
        let app = try device.app()
        let result = try await app.signIn()
        let error = await failure { () async throws(AuthError) in
            try await app.client.acquireTokenSilent(
                SilentParameters(scopes: Contoso.readWrite, account: result.account, forceRefresh: false))
        }
        // The refresh token may obtain one; the forged one is neither returned nor stored.
        #expect(error == nil || error?.code == .interactionRequired)
        let partition = try #require(try device.world.store.partition(homeAccountID: result.account.identifier))
        #expect(try !partition.accessTokens.contains { try $0.secret.reveal() == "forged" })
        #expect(device.world.log.texts.contains { $0.contains("additional tokens") })
    }

    @Test(arguments: [(nil, 1000), (3000, 3000)] as [(Int64?, Int64)])
    func `a broker returns when to refresh, or after how long`(on: Int64?, after: Int64) async throws {
        let device = try await BrokerWorld()
        let now = device.world.clock.unixSeconds
        device.broker.behavior.edit = edited { tokens in
            tokens.refreshOn = on.map { now + $0 }
            tokens.refreshIn = 1000
        }
        let app = try device.app()
        let account = try await app.signIn().account
        let partition = try #require(try device.world.store.partition(homeAccountID: account.identifier))
        #expect(partition.accessTokens.map(\.refreshOn) == [now + after])
    }

    @Test func `on a shared device only the account and its refresh token stay`() async throws {
        let device = try await BrokerWorld()
        device.broker.behavior.device.mode = .shared
        let app = try device.app()
        let result = try await app.signIn()
        let partition = try #require(try device.world.store.partition(homeAccountID: result.account.identifier))
        #expect(partition.accessTokens.isEmpty && partition.idTokens.isEmpty)
        #expect(!partition.refreshTokens.isEmpty && !partition.accounts.isEmpty)
    }

    @Test func `R122-part: a protection policy names the account, and the enrolment is sent afterwards`()
        async throws
    {
        let device = try await BrokerWorld()
        var wanted = BrokerResponseError(
            domain: BrokerResponseError.msalDomain, code: -50004, oauthError: "unauthorized_client",
            suberror: "protection_policy_required", text: "AADSTS53005: The app must be protected.")
        wanted.username = Contoso.ada
        wanted.homeAccountID = "o.t"
        device.broker.behavior.failure = wanted
        let app = try device.app()
        let error = await failure { () async throws(AuthError) in try await app.signIn() }
        #expect(error?.code == .protectionPoliciesRequired)
        #expect(error?.server?.codes == [53005])
        let cause = try #require(error?.cause as? BrokerResponseError)
        #expect(cause.username == Contoso.ada && cause.homeAccountID == "o.t")
        #expect(error.map { "\($0)".contains(Contoso.ada) } == false)
        app.device.setText(
            #"{"enrollment_ids":[{"enrollment_id":"enrolled","user_id":"ada@contoso.test"}]}"#,
            "intune_app_protection_enrollment_id_V1")
        device.broker.behavior.failure = nil
        _ = try await app.signIn()
        #expect(device.broker.requests.last?.intune.enrollments.map(\.enrollmentID) == ["enrolled"])
    }
}

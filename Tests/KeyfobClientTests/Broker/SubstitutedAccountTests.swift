import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobClient

/// Another user's genuine tokens, with unsigned members that name the requested account: a broker, or an app in its
/// place, gets none of them into that account.
@Suite("Attacks: a substituted account") struct SubstitutedAccountTests {
    /// An app at which Ada is signed in, and the genuine tokens of another user of its client.
    private struct Scene {
        let device: BrokerWorld
        let store = InMemoryCredentialStore()
        let app: BrokerWorld.App
        let ada: Account
        let others: BrokerTokens

        init(
            of user: String, at authority: Authority = Contoso.authority(), hasExtension: Bool,
            isSignedIn: Bool = true
        ) async throws {
            device = try await BrokerWorld()
            device.broker.hasExtension = hasExtension
            app = try device.app(store: store)
            let elsewhere = InMemoryCredentialStore()
            ada = try await (isSignedIn ? app : device.app("test.contoso.b", in: elsewhere)).signIn().account
            let client = try device.world.app(
                "b", browser: device.world.browser(user), authority: authority, store: elsewhere)
            let result = try await client.acquireToken(InteractiveParameters(scopes: Contoso.read))
            let partition = try #require(try elsewhere.partition(homeAccountID: result.account.identifier))
            var tokens = BrokerTokens()
            tokens.accessToken = result.accessToken
            tokens.tokenType = "Bearer"
            tokens.refreshToken = try partition.refreshTokens.first?.secret
            tokens.idToken = result.idToken
            tokens.clientInfo = ForgedMembers.info(result.account.identifier)
            tokens.homeAccountID = result.account.identifier
            tokens.userID = user
            tokens.authority = result.authority
            tokens.clientID = Contoso.suite
            tokens.scopes = Contoso.read
            tokens.expiresOn = device.world.clock.unixSeconds + 3600
            others = tokens
        }

        var victim: ForgedMembers.Victim { .init(homeAccountID: ada.identifier, username: Contoso.ada) }

        /// Has the broker respond with the other user's tokens.
        func forge(_ members: ForgedMembers) {
            device.broker.behavior.failure = BrokerResponseError(domain: BrokerResponseError.msalDomain, code: -50000)
            device.broker.behavior.edit = { [others, victim] in members.write(others, as: victim, to: &$0) }
        }

        /// Every account and secret in the app's store.
        func stored() throws -> Set<String> {
            var found = Set(try store.homeAccountIDs())
            for identifier in found {
                guard let partition = try store.partition(homeAccountID: identifier) else { continue }
                for token in partition.accessTokens { found.insert(try token.secret.reveal()) }
                for token in partition.refreshTokens { found.insert(try token.secret.reveal()) }
                for token in partition.idTokens { found.insert(try token.secret.reveal()) }
            }
            return found
        }
    }

    private enum Way: CaseIterable { case url, login, silent }

    @Test(arguments: Way.allCases)
    private func `a request for an account is refused with every combination of members`(_ way: Way) async throws {
        let scene = try await Scene(of: Contoso.grace, hasExtension: way != .url)
        let before = try scene.stored()
        var refusals = 0
        for members in ForgedMembers.all {
            scene.forge(members)
            let error = await failure { () async throws(AuthError) in
                guard way == .silent else {
                    return try await scene.app.signIn(InteractiveParameters(scopes: Contoso.read, account: scene.ada))
                }
                var silent = SilentParameters(scopes: Contoso.read, account: scene.ada)
                silent.forceRefresh = true
                silent.usesStoreAfterBroker = false
                return try await scene.app.client.acquireTokenSilent(silent)
            }
            let expected: AuthError.Code = members.clientInfo == .forged ? .invalidResponse : .accountMismatch
            #expect(error?.code == expected, "\(members)")
            if error != nil { refusals += 1 }
        }
        #expect(refusals == ForgedMembers.count && ForgedMembers.all.count == ForgedMembers.count)
        #expect(try scene.stored() == before)
    }

    @Test(arguments: [true, false])
    func `a request for any user stores the tokens under no other account than that of the signed claims`(
        hasExtension: Bool
    ) async throws {
        let scene = try await Scene(of: Contoso.grace, hasExtension: hasExtension, isSignedIn: false)
        var counts = [true: 0, false: 0]
        for members in ForgedMembers.all {
            scene.forge(members)
            let error = await failure { () async throws(AuthError) in try await scene.app.signIn() }
            #expect(error?.code == (members.clientInfo == .forged ? .invalidResponse : nil), "\(members)")
            counts[error == nil, default: 0] += 1
        }
        #expect(counts == [true: 72, false: 36])
        let accounts = try scene.app.client.accounts(AccountQuery(onlySignedIn: false))
        #expect(accounts.map(\.identifier) == [try #require(scene.others.homeAccountID)])
        #expect(accounts.map(\.username) == [Contoso.grace])
    }

    @Test func `additional tokens are bound as the others are`() async throws {
        let scene = try await Scene(of: Contoso.grace, hasExtension: true)
        let before = try scene.stored()
        let genuine = scene.others
        for members in ForgedMembers.all {
            scene.forge(members)
            scene.device.broker.behavior.edit = { [victim = scene.victim] reply in
                var forged = reply
                members.write(genuine, as: victim, to: &forged)
                reply.additionalTokens = forged.tokens
            }
            _ = await failure { () async throws(AuthError) in
                try await scene.app.signIn(InteractiveParameters(scopes: Contoso.read, account: scene.ada))
            }
        }
        #expect(try scene.stored() == before)
    }

    @Test(arguments: [true, false])
    func `a member of a tenant where the account is a guest is refused, also with a refresh token of its own`(
        isBound: Bool
    ) async throws {
        let scene = try await Scene(
            of: "alan@fabrikam.test", at: Contoso.authority("fabrikam.test"), hasExtension: true, isSignedIn: isBound)
        let before = try scene.stored()
        let at = Contoso.authority("fabrikam.test")
        for members in ForgedMembers.all where isBound || members.clientInfo == .forged {
            scene.forge(members)
            let asked = InteractiveParameters(
                scopes: Contoso.read, account: isBound ? scene.ada : nil, authority: at)
            let result = try? await scene.app.signIn(asked)
            // Without an account, the provider tells whose refresh token it is.
            #expect(result == nil || !isBound && members.hasRefreshToken, "\(members)")
            #expect(result?.account.identifier != scene.ada.identifier, "\(members)")
        }
        #expect(try !scene.stored().contains(scene.ada.identifier) || isBound)
        if isBound { #expect(try scene.stored() == before) }
    }

    @Test func `a guest is served where a signed claim names the home account`() async throws {
        let device = try await BrokerWorld()
        let app = try device.app()
        let account = try await app.signIn().account
        let guest = try await app.signIn(
            InteractiveParameters(
                scopes: Contoso.read, account: account, authority: Contoso.authority("fabrikam.test")))
        #expect(guest.source == .broker && guest.account.identifier == account.identifier)
        #expect(guest.tenantProfile?.isHomeTenant == false)
    }

    @Test(arguments: [true, false])
    func `where no signed claim names the user, the provider confirms the account by the refresh token`(
        isGenuine: Bool
    ) async throws {
        let scene = try await Scene(of: isGenuine ? Contoso.ada : Contoso.grace, hasExtension: true)
        // Without the scope `profile` an id token has no object id.
        let form = FormParameters([
            ("client_id", Contoso.suite), ("grant_type", "refresh_token"), ("scope", "openid offline_access"),
            ("refresh_token", scene.others.refreshToken?.reveal() ?? ""),
        ])
        let response = try await scene.device.world.provider.send(
            .form(scene.device.world.provider.base.with(path: "/\(Contoso.tenantID)/oauth2/v2.0/token"), form))
        let bare = try TokenResponse(parsing: response.body)
        #expect(try IDToken(decodingWithoutValidation: #require(bare.idToken).reveal()).objectID == nil)
        var tokens = scene.others
        tokens.idToken = bare.idToken
        tokens.refreshToken = bare.refreshToken
        tokens.clientInfo = ForgedMembers.info(scene.ada.identifier)
        tokens.accessToken = Secret("of unknown origin")
        scene.forge(ForgedMembers.all[0])
        scene.device.broker.behavior.edit = { [tokens] in $0.outcome = .success(tokens) }
        scene.device.world.wire.clear()
        let asked = InteractiveParameters(scopes: Contoso.read, account: scene.ada)
        let outcome = await Result.of { () async throws(AuthError) in try await scene.app.signIn(asked) }
        #expect(scene.device.world.wire.requests(to: "/token").count == 1)
        guard isGenuine else {
            #expect(outcome.error?.code == .invalidResponse || outcome.error?.code == .accountMismatch)
            return
        }
        let result = try outcome.get()
        #expect(result.account.identifier == scene.ada.identifier)
        #expect(try await scene.device.world.validatedScopes(result.accessToken) == ["Files.Read"])
        // Without a refresh token nothing confirms it.
        var silent = tokens
        silent.refreshToken = nil
        scene.device.broker.behavior.edit = { [silent] in $0.outcome = .success(silent) }
        let refused = await failure { () async throws(AuthError) in try await scene.app.signIn(asked) }
        #expect(refused?.code == .invalidResponse && refused?.message.contains("home account") == true)
    }
}

extension Result where Failure == AuthError {
    fileprivate static func of(_ call: () async throws(AuthError) -> Success) async -> Result {
        do throws(AuthError) {
            return .success(try await call())
        } catch {
            return .failure(error)
        }
    }

    fileprivate var error: AuthError? { if case .failure(let error) = self { error } else { nil } }
}

extension BrokerWorld {
    fileprivate func app(_ bundleID: String, in store: any CredentialStore) throws -> App {
        try app(Self.facts(bundleID), store: store)
    }
}

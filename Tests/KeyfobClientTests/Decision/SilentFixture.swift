import Foundation
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

/// Sets up a row of the silent flow's table with a real provider, a real store and a real sign-in.
struct SilentFixture {
    let world: World
    let app: PublicClientApplication
    let parameters: SilentParameters
    let row: SilentRow
    private let first: TokenResult
    private let cache: any ADALCache

    init(_ row: SilentRow, cache: any ADALCache) async throws {
        self.row = row
        self.cache = cache
        world = try await World()
        let signIn = try world.app(browser: world.browser(), transport: advising(world.provider))
        first = try await signIn.acquireToken(InteractiveParameters(scopes: Contoso.read))
        app = try Self.application(world, row, cache)
        var asked = SilentParameters(scopes: Contoso.read, account: first.account)
        asked.forceRefresh = row.inputs.forcesRefresh
        if row.inputs.hasClaims { asked.claims = try ClaimsRequest(#"{"id_token":{"auth_time":{"essential":true}}}"#) }
        if row.inputs.accessToken == .otherKey { asked.scheme = .proofOfPossession(ProofOfPossession()) }
        if row.inputs.signIn == .unknown, row.inputs.refreshToken == .none {
            asked.account = Account(identifier: "nobody.nowhere", username: nil, environment: Contoso.host)
        }
        parameters = asked
        try await arrange()
    }

    private static func application(
        _ world: World, _ row: SilentRow, _ cache: any ADALCache
    ) throws -> PublicClientApplication {
        var configuration = try ClientConfiguration(
            clientID: Contoso.suite, redirectURI: RedirectURI("http://localhost/contoso-b"),
            authority: Contoso.authority())
        configuration.extendedLifetimeEnabled = row.inputs.allowsExtendedLifetime
        configuration.proofKeyAlgorithm = .es256
        var environment = ClientEnvironment(
            transport: world.wire, clock: world.clock,
            store: row.inputs.answer == .unsent ? StoreWithoutRoom(base: world.store) : world.store,
            refreshLock: world.lock, pause: ImmediatePause())
        environment.adalCache = cache
        return PublicClientApplication(configuration: configuration, environment: environment)
    }

    private func arrange() async throws {
        try await arrangeRefreshToken()
        try await arrangeAccessToken()
        if row.inputs.signIn == .signedOut { try await app.removeAccount(first.account) }
        if row.inputs.signIn == .unknown { try await app.wipeStored(first.account, in: world.store) }
        arrangeServer()
        world.wire.clear()
        if row.inputs.isRemembered {
            _ = await failure { () async throws(AuthError) in
                try await app.acquireTokenSilent(
                    SilentParameters(scopes: Contoso.read, account: first.account, forceRefresh: true))
            }
        }
    }

    private func arrangeAccessToken() async throws {
        let expiry = first.expiresOn
        switch row.inputs.accessToken {
        case .valid: break
        case .refreshDue: world.clock.advance(seconds: 1801)
        case .expiring: world.clock.set(expiry.addingTimeInterval(-200))
        case .extended: world.clock.set(expiry.addingTimeInterval(10))
        case .expired: world.clock.advance(seconds: 2 * 86400)
        case .fromFuture: world.clock.advance(seconds: -3600)
        case .absent: try await replaceAccessToken(keyID: nil)
        case .otherKey: try await replaceAccessToken(keyID: "another-key")
        }
    }

    /// Deletes the stored token, or replaces it with one that is bound to the given key.
    private func replaceAccessToken(keyID: String?) async throws {
        let identifier = first.account.identifier
        try await world.store.write { transaction throws(AuthError) in
            for token in try transaction.partition(homeAccountID: identifier)?.accessTokens ?? [] {
                try transaction.delete(token.key)
                guard let keyID else { continue }
                try transaction.put(
                    .accessToken(
                        AccessTokenEntity(
                            homeAccountID: identifier, environment: token.environment, clientID: token.clientID,
                            realm: token.realm, scopes: token.scopes, tokenType: "pop", cachedAt: token.cachedAt,
                            expiresOn: token.expiresOn,
                            contents: CredentialContents(secret: Secret("x"), unknown: ["kid": .string(keyID)]))))
            }
        }
    }

    private func arrangeRefreshToken() async throws {
        let identifier = first.account.identifier
        let isAnswered = row.inputs.network == .up
        let isOwnWanted = row.inputs.refreshToken == .own || row.inputs.network != .notAsked
        if row.inputs.refreshToken == .family { try await putFamilyToken(identifier) }
        if row.inputs.refreshToken == .adal { try await ADALApp(world: world, cache: cache).signIn() }
        if isAnswered, row.inputs.answer == .notInFamily { try await turnIntoFamilyToken(identifier) }
        guard !isOwnWanted else { return }
        try await world.store.write { transaction throws(AuthError) in
            for token in try transaction.partition(homeAccountID: identifier)?.refreshTokens ?? []
            where token.familyID == nil { try transaction.delete(token.key) }
        }
    }

    /// Stores another refresh token of the same user, as another app of the family would.
    private func putFamilyToken(_ identifier: String) async throws {
        let own = InMemoryCredentialStore()
        let other = try world.app("c", browser: world.browser(), store: own, transport: world.provider)
        _ = try await other.acquireToken(InteractiveParameters(scopes: Contoso.read))
        let token = try #require(try own.partition(homeAccountID: identifier)?.refreshTokens.first)
        let secret = try token.secret
        try await put(secret, family: "1", like: token)
    }

    private func turnIntoFamilyToken(_ identifier: String) async throws {
        let token = try #require(try world.store.partition(homeAccountID: identifier)?.refreshTokens.first)
        let secret = try token.secret
        try await world.store.write { transaction throws(AuthError) in try transaction.delete(token.key) }
        try await put(secret, family: "1", like: token)
    }

    private func put(_ secret: Secret<String>, family: String, like token: RefreshTokenEntity) async throws {
        try await world.store.write { transaction throws(AuthError) in
            try transaction.put(
                .refreshToken(
                    RefreshTokenEntity(
                        homeAccountID: token.homeAccountID, environment: token.environment, clientID: token.clientID,
                        familyID: family, contents: CredentialContents(secret: secret))))
            try transaction.put(
                .appMetadata(
                    AppMetadataEntity(clientID: token.clientID, environment: token.environment, familyID: family)))
        }
    }

    private func arrangeServer() {
        // A refresh token that remains gets a response; the one before it was refused.
        let count = row.inputs.refreshToken == .none ? Int.max : 1
        switch row.inputs.network {
        case .notAsked: break
        case .down: world.faults.fail(.unreachable)
        case .up:
            guard let response = row.inputs.answer.flatMap(Self.response(row.inputs.isRemembered)) else { break }
            world.faults.fail(.answer(response), to: "/token", count: count)
        }
    }

    private static func response(_ isRemembered: Bool) -> (SilentInputs.Response) -> HTTPResponse? {
        { answer in
            switch answer {
            case .tokens, .unsent: nil
            case .outage:
                HTTPResponse(status: isRemembered ? 429 : 500, fields: ["Content-Type": "text/plain"], body: [])
            case .interactionRequired: refusal("interaction_required", nil)
            case .badToken: refusal("invalid_grant", "bad_token")
            case .notInFamily: refusal("unauthorized_client", "client_mismatch")
            case .accountDeleted: refusal("invalid_grant", "user_account_deleted")
            case .misconfigured: refusal("invalid_scope", nil)
            case .other: .json(["access_token": "x", "token_type": "mac"])
            }
        }
    }

    private static func refusal(_ error: String, _ suberror: String?) -> HTTPResponse {
        var members: [String: JSONValue] = ["error": .string(error), "error_description": "AADSTS99999: No."]
        members["suberror"] = suberror.map { .string($0) }
        return .json(.object(members), status: 400)
    }
}

/// A provider that also returns when to renew (`refresh_in`) and how long to extend (`ext_expires_in`).
func advising(_ base: any HTTPTransport) -> EditedTokens {
    EditedTokens(base: base) { members in
        members["refresh_in"] = 1800
        members["ext_expires_in"] = 86400
    }
}

extension PublicClientApplication {
    /// Removes the account from the store, and leaves ADAL's cache unchanged.
    fileprivate func wipeStored(_ account: Account, in store: InMemoryCredentialStore) async throws {
        let identifier = account.identifier
        try await store.write { transaction throws(AuthError) in
            try CredentialRules.wipe(homeAccountID: identifier, in: transaction)
        }
    }
}

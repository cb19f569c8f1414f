import Foundation
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// An app of the suite that still uses ADAL: it uses the version 1 endpoint, and stores its tokens as ADAL does.
struct ADALApp {
    /// The generation of the library.
    enum Generation: CaseIterable {
        /// 2.x to 2.6.6, without home account ids.
        case old
        /// 2.7 and later.
        case late
    }

    let world: World
    let cache: any ADALCache
    var generation = Generation.late
    var clientID = Contoso.suite
    /// The tenant as the app names it.
    var tenant = "common"
    /// The family of the client, as the server returned it.
    var family: String?

    /// Signs a user in; returns the refresh token's item.
    @discardableResult
    func signIn(_ user: String = Contoso.ada) async throws -> ADALCacheItem {
        let own = InMemoryCredentialStore()
        let app = try world.app(browser: world.browser(user), clientID: clientID, store: own, transport: world.provider)
        let account = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read)).account
        let token = try #require(try own.partition(homeAccountID: account.identifier)?.refreshTokens.first).secret
        return try await keep(redeem(token))
    }

    /// Redeems a refresh token at the version 1 endpoint as an ADAL app does.
    func redeem(_ token: Secret<String>) async throws -> TokenResponse {
        let url = world.provider.base.with(path: "/\(tenant)/oauth2/token", query: nil)
        let request = TokenRequest(grant: .refreshToken(token), clientID: clientID, scopes: ["openid"])
        let answer = try await world.provider.send(.form(url, request.parameters(.v1)))
        #expect(answer.status == 200)
        return try TokenResponse(parsing: answer.body)
    }

    private func keep(_ response: TokenResponse) throws -> ADALCacheItem {
        let idToken = try #require(response.idToken)
        let authority = "https://\(Contoso.host)/\(tenant)"
        func item(_ clientID: String, resource: String? = nil) -> ADALCacheItem {
            var item = ADALCacheItem(
                authority: authority, clientID: clientID, resource: resource,
                userInformation: ADALCacheUserInformation(rawIDToken: idToken))
            item.homeAccountID = generation == .late ? response.clientInfo?.homeAccountID : nil
            item.familyID = family
            return item
        }
        var access = item(clientID, resource: response.resource)
        access.accessToken = response.accessToken
        access.expiresOn = response.expiresOn.map { Date(unixSeconds: $0) }
        var refresh = item(clientID)
        refresh.refreshToken = response.refreshToken
        var items = [access, refresh]
        if let family {
            var shared = item(ADALCacheKey.familyClientID(family))
            shared.refreshToken = response.refreshToken
            items.append(shared)
        }
        try cache.put(items, sparing: false)
        return refresh
    }
}

extension World {
    /// An app of the suite that came from ADAL, and reads its cache.
    func migrated(
        _ cache: any ADALCache, _ name: String = "a", browser: ScriptedUserAgent? = nil,
        tenant: String = Contoso.tenantID, seeds: Bool = false, store: (any CredentialStore)? = nil,
        transport: (any HTTPTransport)? = nil
    ) throws -> PublicClientApplication {
        let log = log
        var environment = ClientEnvironment(
            transport: transport ?? wire, clock: clock, store: store ?? self.store, refreshLock: lock,
            userAgent: browser,
            pause: ImmediatePause(moving: clock), log: { log.add($0) })
        environment.adalCache = cache
        environment.seedsADALCache = seeds
        return PublicClientApplication(
            configuration: try ClientConfiguration(
                clientID: Contoso.suite, redirectURI: RedirectURI("http://localhost/contoso-\(name)"),
                authority: Contoso.authority(tenant)),
            environment: environment)
    }

    /// The number of refresh tokens that the SDK has spent so far.
    var refreshes: Int { wire.requests(to: "/token").count }
}

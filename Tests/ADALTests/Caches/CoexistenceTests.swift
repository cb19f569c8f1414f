import ADAL
import Foundation
import KeyfobADALClient
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Apps with ADAL and apps with the new API")
struct CoexistenceTests {
    @Test(
        "R137: a user signed in at either app is signed in at the other, without a prompt, with either kind of cache"
    )
    func bothDirections() async throws {
        // From ADAL to the new API.
        let first = try await World()
        let signedIn = try await first.signedIn().result
        let prompts = try await first.count("password_prompt")
        let modern = try first.modern()
        let account = try #require(try modern.account(username: Contoso.ada))
        #expect(account.identifier == signedIn.tokenCacheItem?.userInformation?.homeAccountId)
        let token = try await modern.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: account))
        #expect(try await first.validatedScopes(token.accessToken.reveal()).contains("Files.Read"))
        #expect(try await first.count("password_prompt") == prompts)

        // From the new API to ADAL, whose own cache is empty.
        let second = try await World()
        let page = second.browser()
        let started = try second.modern(browser: page)
        _ = try await started.acquireToken(InteractiveParameters(scopes: Contoso.read))
        let context = try second.context()
        let silent = await context.silent()
        #expect(silent.status == AD_SUCCEEDED, "\(String(describing: silent.error?.errorDetails))")
        #expect(silent.tokenCacheItem?.userInformation?.userId == Contoso.ada)
        #expect(try await second.validatedScopes(silent.accessToken).contains("Files.Read"))
        #expect(page.visits.count == 1)
        // By then ADAL's cache has it too, and each refreshes independently.
        #expect(try second.legacy.items(ADALCacheQuery()).contains { $0.kind == .multiResource })
        second.expireAccessTokens()
        #expect(await context.silent(Contoso.files, Contoso.ada).status == AD_SUCCEEDED)
        let again = try #require(try started.accounts().first)
        _ = try await started.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: again))
        #expect(page.visits.count == 1)
    }

    @Test("R138: an app moves from ADAL to the new API with the same registration, which is unchanged")
    func sameRegistration() async throws {
        let world = try await World()
        let registration = try await world.admin.registration(of: Contoso.suite)
        let before = try await world.signedIn().result
        #expect(before.status == AD_SUCCEEDED)
        // The same client id and redirect URI, in the same tenant, without ADAL's cache.
        let configuration = try ClientConfiguration(
            clientID: Contoso.suite, redirectURI: RedirectURI("http://localhost/contoso-a"),
            authority: Authority(world.authority()))
        var environment = world.environment(browser: world.browser(), store: InMemoryCredentialStore())
        environment.adalCache = nil
        let after = PublicClientApplication(configuration: configuration, environment: environment)
        let result = try await after.acquireToken(InteractiveParameters(scopes: Contoso.read))
        #expect(try await world.validatedScopes(result.accessToken.reveal()).contains("Files.Read"))
        #expect(try await world.admin.registration(of: Contoso.suite) == registration)
    }

    @Test("R16: without a broker only the suite's apps share a sign-in: another vendor's app must prompt")
    func otherVendor() async throws {
        let world = try await World()
        _ = try await world.signedIn()
        // In the same group, and on the same device.
        let other = try world.context(browser: world.browser())
        let refused = await other.silent(clientID: Contoso.fabrikam)
        #expect(refused.code == .ERROR_SERVER_USER_INPUT_NEEDED)
        let notes = try world.modern("x", clientID: Contoso.fabrikam)
        #expect(try notes.accounts().isEmpty)
        // The suite's other apps need no prompt.
        #expect(await (try world.context()).silent().status == AD_SUCCEEDED)
    }

    @Test("Equal calls of both kinds of apps refresh in turn: neither redeems a token that the other is redeeming")
    func oneLock() async throws {
        let world = try await World()
        let (context, _) = try await world.signedIn()
        let modern = try world.modern()
        let account = try #require(try modern.accounts().first)
        world.expireAccessTokens()
        async let one = context.silent()
        async let other = modern.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: account))
        #expect(await one.status == AD_SUCCEEDED)
        #expect(try await other.source == .refresh)
        #expect(try await world.count("password_prompt") == 1)
    }

    @Test("Removing a user's items signs this app out of both caches; the suite's other apps stay signed in")
    func removal() async throws {
        let world = try await World()
        let (context, _) = try await world.signedIn()
        let modern = try world.modern()
        let account = try #require(try modern.accounts().first)
        _ = try await modern.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: account))
        let items = try world.legacy.items(ADALCacheQuery())
        try await ADALRemoval(world.legacy, environment: world.environment(), app: "http://localhost/contoso-a")
            .remove(items)
        #expect(try world.legacy.items(ADALCacheQuery()).isEmpty)
        #expect(await context.silent().code == .ERROR_SERVER_USER_INPUT_NEEDED)
        let other = try await modern.acquireTokenSilent(
            SilentParameters(scopes: Contoso.read, account: account, forceRefresh: true))
        #expect(other.source == .refresh)
        // A new sign-in restores it.
        context.webUserAgent = world.browser()
        #expect(await context.asking().status == AD_SUCCEEDED)
        #expect(await context.silent().status == AD_SUCCEEDED)
    }

    @Test("A removal during a request takes precedence: nothing is stored, and the call needs a user")
    func removedMeanwhile() async throws {
        let world = try await World()
        let (_, _) = try await world.signedIn()
        let racing = RacingTransport(base: world.wire) {
            let items = try world.legacy.items(ADALCacheQuery())
            try await ADALRemoval(world.legacy, environment: world.environment(), app: "http://localhost/contoso-a")
                .remove(items)
        }
        let context = try world.context(transport: racing)
        #expect(await context.silent(forceRefresh: true).code == .ERROR_SERVER_USER_INPUT_NEEDED)
        #expect(try world.legacy.items(ADALCacheQuery()).isEmpty)
        #expect(try world.modern("a").accounts().isEmpty)
    }
}

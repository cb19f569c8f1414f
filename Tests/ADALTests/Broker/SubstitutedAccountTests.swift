import ADAL
import Foundation
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobTesting
import Testing

/// The attack of the client's suite of this name, by ADAL's calls.
@Suite("Attacks: a substituted account, in ADAL", .ownBrokeredClients)
struct SubstitutedAccountTests {
    /// Grace's genuine tokens of the version 1 endpoint, and Ada's identity.
    private struct Scene {
        let scene: BrokerScene
        let context: ADAuthenticationContext
        let genuine: BrokerTokens
        let victim: ForgedMembers.Victim
        let adaID: String

        init() async throws {
            scene = try await BrokerScene()
            let elsewhere = InMemoryADALCache()
            let ada = try await scene.world.signedIn(legacy: elsewhere).result.tokenCacheItem
            let grace = try await scene.world.signedIn(Contoso.grace, legacy: elsewhere).result
            for identifier in try scene.world.store.homeAccountIDs() {
                try await scene.world.store.write { transaction throws(AuthError) in
                    try CredentialRules.wipe(homeAccountID: identifier, in: transaction)
                }
            }
            victim = ForgedMembers.Victim(
                homeAccountID: try #require(ada?.userInformation?.homeAccountId), username: Contoso.ada)
            adaID = try #require(ada?.userInformation?.uniqueId)
            let home = try #require(grace.tokenCacheItem?.userInformation?.homeAccountId)
            var tokens = BrokerTokens()
            tokens.accessToken = Secret(try #require(grace.accessToken))
            tokens.tokenType = "Bearer"
            tokens.refreshToken = try elsewhere.items(ADALCacheQuery(userID: Contoso.grace)).lazy
                .compactMap(\.refreshToken).first
            tokens.idToken = Secret(try #require(grace.tokenCacheItem?.userInformation?.rawIdToken))
            tokens.clientInfo = ForgedMembers.info(home)
            tokens.homeAccountID = home
            tokens.userID = Contoso.grace
            tokens.authority = try Authority(scene.world.authority())
            tokens.clientID = Contoso.suite
            tokens.resource = Contoso.files
            tokens.expiresOn = scene.world.clock.unixSeconds + 3600
            genuine = tokens
            context = try scene.context(AD_CREDENTIALS_AUTO)
        }

        func forge(_ members: ForgedMembers) {
            scene.broker.behavior.failure = BrokerResponseError(domain: BrokerResponseError.adalDomain, code: 202)
            scene.broker.behavior.edit = { [genuine, victim] in members.write(genuine, as: victim, to: &$0) }
        }

        func ask(_ user: ADUserIdentifier?) async -> ADAuthenticationResult {
            await context.acquireToken(
                withResource: Contoso.files, clientId: Contoso.suite, redirectUri: Device.redirect,
                promptBehavior: AD_PROMPT_ALWAYS, userIdentifier: user, extraQueryParameters: nil)
        }
    }

    @Test(arguments: [ADUserIdentifierType.requiredDisplayableId, .uniqueId])
    func `no combination of forged members returns another user's token for the requested one`(
        type: ADUserIdentifierType
    ) async throws {
        let scene = try await Scene()
        let ada = try #require(ADUserIdentifier(id: type == .uniqueId ? scene.adaID : Contoso.ada, type: type))
        var refusals = 0
        for members in ForgedMembers.all {
            scene.forge(members)
            let result = await scene.ask(ada)
            #expect(result.status == AD_FAILED && result.accessToken == nil, "\(members)")
            if result.status == AD_FAILED { refusals += 1 }
        }
        #expect(refusals == ForgedMembers.count)
        #expect(try scene.scene.world.legacy.items(ADALCacheQuery(clientIDs: [Contoso.suite])).isEmpty)
        #expect(try scene.scene.world.store.homeAccountIDs().isEmpty)
    }

    @Test func `a request for any user stores the token under no other account than the signed one`() async throws {
        let scene = try await Scene()
        var counts = [true: 0, false: 0]
        for members in ForgedMembers.all {
            scene.forge(members)
            let result = await scene.ask(nil)
            #expect((result.status == AD_SUCCEEDED) == (members.clientInfo != .forged), "\(members)")
            counts[result.status == AD_SUCCEEDED, default: 0] += 1
        }
        #expect(counts == [true: 72, false: 36])
        let items = try scene.scene.world.legacy.items(ADALCacheQuery(clientIDs: [Contoso.suite]))
        #expect(!items.isEmpty)
        #expect(!items.contains { $0.homeAccountID == scene.victim.homeAccountID || $0.userID == Contoso.ada })
        #expect(try !scene.scene.world.store.homeAccountIDs().contains(scene.victim.homeAccountID))
    }

    @Test func `an item of ADAL's cache whose home account is another user's than its id token is not used`()
        async throws
    {
        let scene = try await Scene()
        let world = scene.scene.world
        var item = ADALCacheItem(
            authority: world.authority(), clientID: Contoso.suite, resource: Contoso.files, userID: Contoso.ada,
            userInformation: ADALCacheUserInformation(
                rawIDToken: try #require(scene.genuine.idToken), homeAccountID: scene.victim.homeAccountID))
        item.homeAccountID = scene.victim.homeAccountID
        item.accessToken = scene.genuine.accessToken
        item.cachedAt = world.clock.now
        item.expiresOn = world.clock.now.addingTimeInterval(3600)
        try world.legacy.put([item], sparing: false)
        let result = await scene.context.silent(Contoso.files, Contoso.ada)
        #expect(result.status == AD_FAILED && result.accessToken == nil)
        // Beside an id token of its own home account it is.
        item.homeAccountID = scene.genuine.homeAccountID
        item.userID = Contoso.grace
        try world.legacy.put([item], sparing: false)
        #expect(await scene.context.silent(Contoso.files, Contoso.grace).accessToken != nil)
    }
}

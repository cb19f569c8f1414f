import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobTesting
import MSAL
import Testing

/// The attack of the client's suite of this name, by MSAL's calls.
@Suite("Attacks: a substituted account, in MSAL", .ownProcess)
struct SubstitutedAccountTests {
    @Test(arguments: [true, false])
    func `no combination of forged members puts another user's token into the account`(isSilent: Bool) async throws {
        let device = try await BrokerDevice()
        device.broker.hasExtension = isSilent
        let store = InMemoryCredentialStore()
        let app = try device.msal(store: store)
        let ada = try await app.acquireToken(with: Contoso.interactive()).account
        let grace = try await device.world.signedIn("b", user: Contoso.grace).result
        let graces = try #require(grace.account.identifier)
        var tokens = BrokerTokens()
        tokens.accessToken = Secret(grace.accessToken)
        tokens.tokenType = "Bearer"
        tokens.refreshToken = try device.world.store.partition(homeAccountID: graces)?.refreshTokens.first?.secret
        tokens.idToken = grace.idToken.map { Secret($0) }
        tokens.clientInfo = ForgedMembers.info(graces)
        tokens.homeAccountID = graces
        tokens.userID = Contoso.grace
        tokens.authority = Authority(environment: Contoso.host, tenant: Contoso.tenantID)
        tokens.clientID = Contoso.suite
        tokens.scopes = ScopeSet(Contoso.read)
        tokens.expiresOn = device.world.clock.unixSeconds + 3600
        let genuine = tokens
        let victim = ForgedMembers.Victim(homeAccountID: try #require(ada.identifier), username: Contoso.ada)
        device.broker.behavior.failure = BrokerResponseError(domain: BrokerResponseError.msalDomain, code: -50000)
        var refusals = 0
        for members in ForgedMembers.all {
            device.broker.behavior.edit = { members.write(genuine, as: victim, to: &$0) }
            if isSilent {
                // The broker's response is refused, and the app's own refresh token serves the call.
                let parameters = MSALSilentTokenParameters(scopes: Contoso.read, account: ada)
                parameters.forceRefresh = true
                let result = try await app.acquireTokenSilent(with: parameters)
                if result.account == ada, result.accessToken != grace.accessToken { refusals += 1 }
            } else {
                let parameters = Contoso.interactive()
                parameters.account = ada
                if await failure({ try await app.acquireToken(with: parameters) }) != nil { refusals += 1 }
            }
        }
        #expect(refusals == ForgedMembers.count)
        #expect(device.broker.messageCount > ForgedMembers.count)
        #expect(try store.homeAccountIDs() == [victim.homeAccountID])
        let partition = try #require(try store.partition(homeAccountID: victim.homeAccountID))
        #expect(try !partition.accessTokens.contains { try $0.secret.reveal() == grace.accessToken })
    }
}

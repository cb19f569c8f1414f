import ADAL
import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobJOSE
import KeyfobTesting
import Testing

@Suite("The user of a token")
struct UserTests {
    @Test("R100: the result contains the user who signed in: the id token's claims, and the UPN as userId")
    func information() async throws {
        let world = try await World()
        let (context, result) = try await world.signedIn()
        let information = try #require(result.tokenCacheItem?.userInformation)
        let token = try IDToken(decodingWithoutValidation: information.rawIdToken)
        #expect(information.userId == Contoso.ada)
        #expect(information.userIdDisplayable)
        #expect(information.upn == token.userPrincipalName)
        #expect(information.upn == Contoso.ada)
        #expect(information.uniqueName == token.claims["unique_name"]?.stringValue)
        #expect(information.givenName == "Ada")
        #expect(information.familyName == "Lovelace")
        #expect(information.tenantId == Contoso.tenantID)
        #expect(information.subject == token.subject)
        #expect(information.userObjectId == token.objectID)
        #expect(information.uniqueId == token.objectID)
        #expect(information.homeAccountId == "\(token.objectID ?? "").\(Contoso.tenantID)")
        let claims = try #require(information.allClaims)
        #expect(Set(claims.keys.compactMap { $0 as? String }) == Set(token.claims.keys))
        #expect(claims.count == token.claims.count)
        for (name, value) in token.claims where value.stringValue != nil {
            #expect(claims[name] as? String == value.stringValue)
        }
        #expect(claims["exp"] as? Int64 == token.expiresAt)
        // The cached token has the same claims.
        #expect(await context.silent().tokenCacheItem?.userInformation?.allClaims?.count == claims.count)
    }

    @Test("R101: without a userId a silent call uses the only user, and fails with 300 if there are two")
    func severalUsers() async throws {
        let world = try await World()
        let (context, _) = try await world.signedIn(Contoso.ada)
        #expect(await context.silent().tokenCacheItem?.userInformation?.userId == Contoso.ada)
        _ = try await world.signedIn(Contoso.grace)
        let requests = world.wire.exchanges.count
        let result = await context.silent()
        #expect(result.status == AD_FAILED)
        #expect(result.code == .ERROR_CACHE_MULTIPLE_USERS)
        #expect(world.wire.exchanges.count == requests)
        for user in [Contoso.ada, Contoso.grace] {
            #expect(await context.silent(Contoso.files, user).tokenCacheItem?.userInformation?.userId == user)
        }
        #expect(await context.silent(Contoso.files, "nobody@contoso.test").code == .ERROR_SERVER_USER_INPUT_NEEDED)
    }

    @Test("R102: a context has no call that lists users; the cache's items show who is signed in")
    func noList() async throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../../Sources/ADAL/Context").standardized
        var calls: [String] = []
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let text = try String(contentsOf: file, encoding: .utf8)
            calls += text.split(separator: "\n").filter { $0.contains("public func ") || $0.contains("public var ") }
                .map(String.init)
        }
        #expect(calls.count > 20)
        #expect(calls.allSatisfy { !$0.lowercased().contains("users") && !$0.lowercased().contains("accounts") })
        let listed = calls.filter { $0.contains("[") && !$0.contains("clientCapabilities") }
        #expect(listed.isEmpty)
        let world = try await World()
        _ = try await world.signedIn(Contoso.ada)
        _ = try await world.signedIn(Contoso.grace)
        let people = Set(try world.legacy.items(.init()).map(\.userID))
        #expect(people == [Contoso.ada, Contoso.grace])
    }

    @Test("Another user than the requested one is code 204 and nothing is stored; a mere hint accepts any user")
    func mismatch() async throws {
        for (type, isBinding) in [(RequiredDisplayableId, true), (UniqueId, true), (OptionalDisplayableId, false)] {
            let world = try await World()
            let context = try world.context(browser: world.browser(Contoso.grace))
            let id = type == UniqueId ? "22222222-0000-4000-8000-000000000001" : Contoso.ada
            let result = await context.acquireToken(
                withResource: Contoso.files, clientId: Contoso.suite, redirectUri: Contoso.redirect(),
                promptBehavior: AD_PROMPT_AUTO, userIdentifier: ADUserIdentifier(id: id, type: type),
                extraQueryParameters: nil)
            #expect(result.code == (isBinding ? .ERROR_SERVER_WRONG_USER : nil))
            #expect(try world.legacy.items(.init()).isEmpty == isBinding)
            #expect(try world.store.homeAccountIDs().isEmpty == isBinding)
            guard isBinding else { continue }
            #expect(result.error?.userInfo[ADUserIdKey] as? String == id)
        }
    }

    @Test("A user is found by the object id too, even if the name has changed")
    func uniqueID() async throws {
        let world = try await World()
        let (context, first) = try await world.signedIn()
        let id = try #require(first.tokenCacheItem?.userInformation?.uniqueId)
        _ = try await world.signedIn(Contoso.grace)
        let result = await context.acquireToken(
            withResource: Contoso.files, clientId: Contoso.suite, redirectUri: Contoso.redirect(),
            promptBehavior: AD_PROMPT_AUTO, userIdentifier: ADUserIdentifier(id: id.uppercased(), type: UniqueId),
            extraQueryParameters: nil)
        #expect(result.accessToken == first.accessToken)
    }

    @Test("The app's own refresh token is redeemed and stored, and is refused if it is another user's or invalid")
    func ownRefreshToken() async throws {
        let world = try await World()
        let (_, first) = try await world.signedIn()
        let token = try #require(first.tokenCacheItem?.refreshToken)
        let other = try world.context(legacy: ReadyStore.cache())
        func call(_ user: String, _ token: String) async -> ADAuthenticationResult {
            await other.acquireToken(
                withRefreshToken: token, resource: Contoso.files, clientId: Contoso.suite,
                redirectUri: Contoso.redirect(), userId: user)
        }
        #expect(await call(Contoso.grace, token).code == .ERROR_SERVER_WRONG_USER)
        let result = await call(Contoso.ada, token)
        #expect(result.status == AD_SUCCEEDED)
        #expect(await other.silent().accessToken == result.accessToken)
        let refused = await call(Contoso.ada, "no-such-token")
        #expect(refused.status == AD_FAILED)
        #expect(refused.error?.protocolCode?.isEmpty == false)
        #expect(refused.error?.errorDetails?.contains("no-such-token") == false)
    }
}

import ADAL
import Foundation
import KeyfobTesting
import MSAL
import Testing

@Suite("An app with ADAL and an app with MSAL", .ownProcess)
struct CoexistenceTests {
    @Test("R137: a user signed in through the app with ADAL is signed in at the app with MSAL, and the reverse")
    func bothDirections() async throws {
        let device = try await Device()
        let (context, person) = try await device.signIn()
        let app = try device.msal()
        let account = try app.account(forIdentifier: person.homeAccountId)
        try await device.expectAccepted(try await app.silent(account).accessToken)
        device.expireAccessTokens()
        try await device.expectAccepted(try await app.silent(account).accessToken)
        try await device.expectAccepted(await context.silent(person.userId).accessToken)
        #expect(try await device.count("password_prompt") == 1)

        let other = try await Device()
        let signedIn = try await other.msal(other.browser()).signIn()
        let late = try other.adal()
        let silent = await late.silent()
        #expect(silent.status == AD_SUCCEEDED, "\(String(describing: silent.error?.errorDetails))")
        #expect(silent.tokenCacheItem?.userInformation?.userId == Contoso.ada)
        #expect(silent.tokenCacheItem?.userInformation?.homeAccountId == signedIn.account.identifier)
        try await other.expectAccepted(silent.accessToken)
        other.expireAccessTokens()
        try await other.expectAccepted(await late.silent(Contoso.ada).accessToken)
        let again = try other.msal()
        let accounts = try again.allAccounts()
        #expect(accounts.compactMap(\.identifier) == [signedIn.account.identifier])
        try await other.expectAccepted(try await again.silent(#require(accounts.first)).accessToken)
        #expect(try await other.count("password_prompt") == 1)
    }

    @Test("An ADAL app and an MSAL app refresh in turn: neither redeems a refresh token that the other is redeeming")
    func turns() async throws {
        let device = try await Device()
        let (context, person) = try await device.signIn()
        let app = try device.msal()
        let account = try app.account(forUsername: person.userId)
        device.expireAccessTokens()
        async let old = context.silent(person.userId)
        async let new = app.silent(account)
        try await device.expectAccepted(await old.accessToken)
        try await device.expectAccepted(try await new.accessToken)
        #expect(try await device.count("password_prompt") == 1)
    }

    @Test(
        "R147-part: a sign-in with ADAL ends without a call from the app's delegate; MSAL's continues until it is cancelled"
    )
    func wiring() async throws {
        let device = try await Device()
        _ = try await device.signIn()
        let forgotten = WaitingUserAgent()
        let app = try device.msal(forgotten)
        let call = Task { () -> NSError? in
            do {
                _ = try await app.signIn()
                return nil
            } catch {
                return error as NSError
            }
        }
        await forgotten.isPresenting()
        // Time alone does not end it.
        device.clock.advance(seconds: 86_400)
        #expect(MSALPublicClientApplication.cancelCurrentWebAuthSession())
        let error = try #require(await call.value)
        #expect(MSALError(error) == .userCanceled)
        #expect(!MSALPublicClientApplication.cancelCurrentWebAuthSession())
    }
}

import KeyfobClient
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("When the user has to sign in again")
struct InteractionRequiredTests {
    enum Reason: String, CaseIterable {
        case sessionExpired, policyChanged, refreshTokenExpired, refreshTokenRevoked, noToken

        /// The provider's error numbers; nil where no request is sent.
        var numbers: [Int]? {
            switch self {
            case .sessionExpired: [70043]
            case .policyChanged: [50079]
            case .refreshTokenExpired: [700082]
            case .refreshTokenRevoked: [50173]
            case .noToken: nil
            }
        }
    }

    @Test(
        "R117: session expired, policy changed, refresh token expired or revoked, none: one code, fixed by a sign-in",
        arguments: Reason.allCases)
    func sameCode(_ reason: Reason) async throws {
        let world = try await World()
        let (_, first) = try await world.signedIn()
        let browser = world.browser()
        let app = try world.app("b", browser: browser)
        var parameters = SilentParameters(scopes: Contoso.read, account: first.account)
        _ = try await app.acquireTokenSilent(parameters)
        world.expireAccessTokens()
        switch reason {
        case .sessionExpired:
            // The sign-in is two hours old by now.
            try await world.admin.put(policy: [
                "displayName": "Often", "state": "enabled",
                "conditions": ["users": ["includeUsers": ["All"]], "applications": ["includeApplications": ["All"]]],
                "sessionControls": ["signInFrequency": ["isEnabled": true, "value": 1, "type": "hours"]],
            ])
        case .policyChanged:
            // A second factor from now on: the interactive call registers one.
            try await world.admin.require("mfa")
        case .refreshTokenExpired:
            world.clock.advance(seconds: 91 * 86400)
        case .refreshTokenRevoked:
            try await world.admin.revoke(user: Contoso.ada)
        case .noToken:
            parameters.account = Account(
                identifier: "nobody.\(Contoso.tenantID)", username: Contoso.ada, environment: Contoso.host)
        }
        let refreshed = try await world.count("tokens_refreshed")
        let error = try #require(
            await failure { () async throws(AuthError) in try await app.acquireTokenSilent(parameters) })
        #expect(error.code == .interactionRequired)
        #expect(error.remedy?.isEmpty == false)
        #expect(error.server?.codes == reason.numbers)
        #expect(try await world.count("tokens_refreshed") == refreshed)
        let mended = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read, account: first.account))
        #expect(mended.account.isSameAccount(as: first.account))
        let silent = try await app.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: mended.account))
        #expect(silent.accessToken == mended.accessToken)
    }

    @Test("One sign-in fixes every app of the suite")
    func mendsAll() async throws {
        let world = try await World()
        let (_, first) = try await world.signedIn("a")
        let others = try ["b", "c"].map { try world.app($0) }
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account)
        for app in others { _ = try await app.acquireTokenSilent(parameters) }
        try await world.admin.revoke(user: Contoso.ada)
        world.expireAccessTokens()
        for app in others {
            let error = await failure { () async throws(AuthError) in try await app.acquireTokenSilent(parameters) }
            #expect(error?.code == .interactionRequired)
        }
        let mended = try await world.signedIn("a").result
        for app in others {
            #expect(try await app.acquireTokenSilent(parameters).accessToken == mended.accessToken)
        }
    }

    @Test("A refresh token that the server revoked is deleted, and is not sent again")
    func dropped() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        try await world.admin.revoke(user: Contoso.ada)
        world.expireAccessTokens()
        for _ in 0..<3 {
            let error = await failure { () async throws(AuthError) in
                try await app.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: first.account))
            }
            #expect(error?.code == .interactionRequired)
        }
        let grants = world.wire.requests(to: "/token").count {
            String(decoding: $0.body, as: UTF8.self).contains("grant_type=refresh_token")
        }
        #expect(grants == 1)
    }
}

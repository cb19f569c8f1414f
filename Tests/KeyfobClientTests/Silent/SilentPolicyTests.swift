import KeyfobCache
import KeyfobCore
import KeyfobFlows
import Testing

@testable import KeyfobClient

@Suite("The rules in which MSAL and ADAL differ")
struct SilentPolicyTests {
    private static let authority = "https://login.microsoftonline.com/contoso.test"

    private func item() throws -> RefreshTokenCandidate {
        var item = ADALCacheItem(authority: Self.authority, clientID: "client")
        item.refreshToken = Secret("of-adal")
        return try #require(RefreshTokenCandidate(item))
    }

    private func stored() throws -> RefreshTokenCandidate {
        try RefreshTokenCandidate(
            RefreshTokenEntity(
                homeAccountID: "ada.contoso", environment: "login.microsoftonline.com", clientID: "client",
                familyID: nil, contents: CredentialContents(secret: Secret("of-the-store"))))
    }

    private func refusal(
        _ error: String, _ suberror: String? = nil, of token: RefreshTokenCandidate,
        hasNext: Bool = false
    ) -> SilentRefusal {
        let isGrant = error == "invalid_grant"
        let server = AuthError.ServerDetails(error: error, suberror: suberror, status: 400)
        return SilentRefusal(
            AuthError(
                isGrant ? .interactionRequired : .configuration, origin: .server, message: "Refused.", server: server),
            of: token, hasNext: hasNext)
    }

    @Test("ADAL tries the next token after any refusal; MSAL ends the call if a sign-in does not help")
    func nextToken() throws {
        let refused = refusal("unauthorized_client", of: try stored(), hasNext: true)
        #expect(SilentPolicy.adal.decision(refused).triesNext)
        #expect(!SilentPolicy.msal.decision(refused).triesNext)
        let expired = refusal("invalid_grant", of: try stored(), hasNext: true)
        #expect(SilentPolicy.adal.decision(expired).triesNext && SilentPolicy.msal.decision(expired).triesNext)
    }

    @Test("ADAL deletes an item of its cache on any invalid_grant but one for consent; MSAL on bad_token only")
    func items() throws {
        let item = try item()
        #expect(SilentPolicy.adal.decision(refusal("invalid_grant", of: item)).effects == [.dropFromADALCache])
        #expect(SilentPolicy.msal.decision(refusal("invalid_grant", of: item)).effects.isEmpty)
        let consent = refusal("invalid_grant", "consent_required", of: item)
        #expect(SilentPolicy.adal.decision(consent).effects.isEmpty)
        let bad = refusal("invalid_grant", "bad_token", of: item)
        #expect(SilentPolicy.adal.decision(bad).effects == [.dropFromADALCache, .dropFromStore])
        #expect(SilentPolicy.msal.decision(bad).effects == [.dropFromADALCache])
    }

    @Test("Both delete a token of the store only if the server has refused it for good")
    func storedTokens() throws {
        let stored = try stored()
        for policy in [SilentPolicy.msal, .adal] {
            #expect(policy.decision(refusal("invalid_grant", of: stored)).effects.isEmpty)
            #expect(policy.decision(refusal("invalid_grant", "bad_token", of: stored)).effects == [.dropFromStore])
        }
    }

    @Test("An outage ends the call in both, and changes nothing")
    func outage() throws {
        let down = SilentRefusal(
            AuthError(.network, origin: .network, message: "Down."), of: try item(), hasNext: true)
        for policy in [SilentPolicy.msal, .adal] {
            let decision = policy.decision(down)
            #expect(!decision.triesNext && decision.effects.isEmpty && decision.error.code == .network)
        }
    }

    @Test("ADAL never renews a token early")
    func earlyRenewal() {
        let due = SilentInputs(accessToken: .refreshDue)
        #expect(SilentDecision(due.under(.msal)).step == .serveStoredAndRenew)
        #expect(SilentDecision(due.under(.adal)).step == .serveStored)
    }
}

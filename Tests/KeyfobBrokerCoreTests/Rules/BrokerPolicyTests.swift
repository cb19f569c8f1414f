import KeyfobCore
import KeyfobFlows
import Testing

@testable import KeyfobBrokerCore

/// How the broker evaluates the refusal of a refresh token.
@Suite struct BrokerPolicyTests {
    private func decision(
        _ source: SilentRefusal.Source, _ error: String = "invalid_grant", _ suberror: String? = nil,
        codes: [Int] = [], claims: String? = nil
    ) -> RefusalDecision {
        let server = AuthError.ServerDetails(
            error: error, suberror: suberror, codes: codes, claimsChallenge: claims, status: 400)
        return SilentPolicy.broker.decision(
            SilentRefusal(
                error: AuthError(.interactionRequired, origin: .server, message: "Refused.", server: server),
                source: source, isOfFamily: false, hasNext: true))
    }

    @Test(arguments: [SilentRefusal.Source.vault, .store])
    func `a token that the provider reports as invalid is deleted`(source: SilentRefusal.Source) {
        #expect(decision(source, "invalid_grant", "bad_token").effects == [.dropFromStore])
        #expect(decision(source, "invalid_grant", "token_expired").effects == [.dropFromStore])
        #expect(decision(source, "invalid_grant", "token_expired", codes: [70043]).effects.isEmpty)
        #expect(decision(source, "invalid_grant", "token_expired", claims: "{}").effects.isEmpty)
        #expect(decision(source, "interaction_required", "basic_action").effects.isEmpty)
    }

    @Test func `what ends a device or a primary refresh token ends no app's own token`() {
        #expect(decision(.vault, "invalid_grant", "device_authentication_failed").effects == [.forgetDevice])
        #expect(decision(.vault, codes: [50155]).effects == [.forgetDevice])
        // A disabled device: its administrator can enable it again.
        #expect(decision(.vault, codes: [135_011]).effects.isEmpty)
        #expect(decision(.vault, codes: [50173]).effects == [.dropFromStore])
        #expect(decision(.vault, "invalid_grant", "user_account_deleted").effects == [.dropFromStore])
        #expect(decision(.store, "invalid_grant", "device_authentication_failed").effects.isEmpty)
        #expect(decision(.store, codes: [50173]).effects.isEmpty)
        #expect(decision(.store, "invalid_grant", "user_account_deleted").effects.isEmpty)
    }

    @Test func `no other token is tried after a refusal, and the error stays`() {
        let decision = decision(.vault, "invalid_grant", "bad_token")
        #expect(!decision.triesNext && decision.error.server?.suberror == "bad_token")
    }
}

import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("The silent flow follows its table")
struct SilentFlowTests {
    private enum Outcome: Equatable {
        case stored, extended, fresh, requireInteraction, fail
    }

    @Test("with a provider, a store and a sign-in", arguments: SilentTable.rows)
    func row(_ row: SilentRow) async throws {
        try await ADALCachePlace.keychain.withCache { cache in
            let fixture = try await SilentFixture(row, cache: cache)
            let before = try fixture.app.explainSilent(fixture.parameters)
            if row.inputs.network == .notAsked {
                var expected = row.inputs
                if row.inputs.signIn == .signedOut { expected.refreshToken = .unread }
                #expect(before.inputs == expected)
                #expect(before.decision.step == row.step)
            }
            let requests = fixture.world.refreshes
            let outcome = await Self.outcome(fixture)
            #expect(outcome == Self.expected(row.step))
            await fixture.app.finishRefreshes()
            let asked = fixture.world.refreshes - requests
            switch (row.inputs.network, row.step) {
            case (.notAsked, .serveStored), (.notAsked, .requireInteraction): #expect(asked == 0)
            case (.notAsked, _): #expect(asked == 1)
            case (.down, _): break
            case (.up, .refresh): #expect(asked == 2)
            case (.up, _): #expect(asked == (row.inputs.isRemembered || row.inputs.answer == .unsent ? 0 : 1))
            }
            try Self.checkEffects(fixture)
        }
    }

    private static func expected(_ step: SilentDecision.Step) -> Outcome {
        switch step {
        case .serveStored, .serveStoredAndRenew, .serveSpare: .stored
        case .serveExtended: .extended
        case .refresh, .serveFresh: .fresh
        case .requireInteraction: .requireInteraction
        case .fail: .fail
        }
    }

    private static func outcome(_ fixture: SilentFixture) async -> Outcome {
        do throws(AuthError) {
            let result = try await fixture.app.acquireTokenSilent(fixture.parameters)
            if result.isExtendedLifetime { return .extended }
            return result.source == .cache ? .stored : .fresh
        } catch {
            #expect(error.isThrottleHit == fixture.row.inputs.isRemembered)
            return error.code == .interactionRequired ? .requireInteraction : .fail
        }
    }

    private static func checkEffects(_ fixture: SilentFixture) throws {
        let partition = try fixture.world.store.partition(homeAccountID: fixture.parameters.account.identifier)
        let metadata = try fixture.world.store.appMetadata(clientID: Contoso.suite, environment: Contoso.host)
        for effect in fixture.row.effects {
            switch effect {
            case .dropRefreshToken where fixture.row.step == .requireInteraction:
                #expect(partition?.refreshTokens.isEmpty == true)
            case .dropRefreshToken: #expect(partition?.refreshTokens.count ?? 0 <= 2)
            case .leaveFamily: #expect(metadata?.familyID == "" || fixture.row.step == .refresh)
            case .forgetAccount:
                #expect(partition?.refreshTokens.isEmpty == true && partition?.accessTokens.isEmpty == true)
            }
        }
    }
}

import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("The silent flow follows its table")
struct SilentFlowTests {
    private enum Outcome: Equatable {
        case stored, extended, fresh, askPerson, fail
    }

    @Test("with a provider, a store and a sign-in", arguments: SilentTable.rows)
    func row(_ row: SilentRow) async throws {
        try await LegacyPlace.keychain.withCache { cache in
            let stage = try await SilentStage(row, cache: cache)
            let before = try stage.app.explainSilent(stage.parameters)
            if row.inputs.network == .notAsked {
                var expected = row.inputs
                if row.inputs.signIn == .signedOut { expected.refreshToken = .unread }
                #expect(before.inputs == expected)
                #expect(before.decision.step == row.step)
            }
            let requests = stage.world.refreshes
            let outcome = await Self.outcome(stage)
            #expect(outcome == Self.expected(row.step))
            await stage.app.finishRefreshes()
            let asked = stage.world.refreshes - requests
            switch (row.inputs.network, row.step) {
            case (.notAsked, .serveStored), (.notAsked, .askPerson): #expect(asked == 0)
            case (.notAsked, _): #expect(asked == 1)
            case (.down, _): break
            case (.up, .refresh): #expect(asked == 2)
            case (.up, _): #expect(asked == (row.inputs.isRemembered ? 0 : 1))
            }
            try Self.checkEffects(stage)
        }
    }

    private static func expected(_ step: SilentDecision.Step) -> Outcome {
        switch step {
        case .serveStored, .serveStoredAndRenew, .serveSpare: .stored
        case .serveExtended: .extended
        case .refresh, .serveFresh: .fresh
        case .askPerson: .askPerson
        case .fail: .fail
        }
    }

    private static func outcome(_ stage: SilentStage) async -> Outcome {
        do throws(AuthError) {
            let result = try await stage.app.acquireTokenSilent(stage.parameters)
            if result.isExtendedLifetime { return .extended }
            return result.source == .cache ? .stored : .fresh
        } catch {
            #expect(error.isThrottleHit == stage.row.inputs.isRemembered)
            return error.code == .interactionRequired ? .askPerson : .fail
        }
    }

    private static func checkEffects(_ stage: SilentStage) throws {
        let partition = try stage.world.store.partition(homeAccountID: stage.parameters.account.identifier)
        let metadata = try stage.world.store.appMetadata(clientID: Contoso.suite, environment: Contoso.host)
        for effect in stage.row.effects {
            switch effect {
            case .dropRefreshToken where stage.row.step == .askPerson: #expect(partition?.refreshTokens.isEmpty == true)
            case .dropRefreshToken: #expect(partition?.refreshTokens.count ?? 0 <= 2)
            case .leaveFamily: #expect(metadata?.familyID == "" || stage.row.step == .refresh)
            case .forgetAccount:
                #expect(partition?.refreshTokens.isEmpty == true && partition?.accessTokens.isEmpty == true)
            }
        }
    }
}

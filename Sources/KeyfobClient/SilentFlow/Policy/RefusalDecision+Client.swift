package import KeyfobCore
package import KeyfobFlows

extension RefusalDecision {
    /// MSAL's rule: the step and the effects of ``SilentDecision``.
    static func byDecision(_ refusal: SilentRefusal) -> RefusalDecision {
        // The step depends on whether another token is left, not on its kind.
        let inputs = SilentInputs(accessToken: .absent).after(refusal.error, rest: refusal.hasNext ? .own : .none)
        let decision = SilentDecision(inputs)
        let effects = decision.effects.compactMap { effect -> Effect? in
            switch effect {
            case .dropRefreshToken: refusal.source == .adalCache ? .dropFromADALCache : .dropFromStore
            case .leaveFamily: refusal.isOfFamily ? .leaveFamily : nil
            case .forgetAccount: .forgetAccount
            }
        }
        return RefusalDecision(
            effects: effects, triesNext: decision.step == .refresh,
            error: decision.step == .requireInteraction ? refusal.error.asInteractionRequired : refusal.error)
    }

    /// ADAL's rule: another token is tried only after the server has refused this one. An item of ADAL's cache is
    /// deleted on any `invalid_grant` except one that requires consent, a token of the store if it was refused for good.
    static func byADAL(_ refusal: SilentRefusal) -> RefusalDecision {
        let error = refusal.error
        guard let server = error.server, !server.error.isEmpty, error.outage == nil else {
            return RefusalDecision(effects: [], triesNext: false, error: error)
        }
        let isItem = refusal.source == .adalCache
        let isRefused = server.error == "invalid_grant" && server.suberror != "consent_required"
        var effects: [Effect] = []
        if isItem, isRefused { effects.append(.dropFromADALCache) }
        if server.suberror == "bad_token", !isItem || isRefused { effects.append(.dropFromStore) }
        return RefusalDecision(effects: effects, triesNext: true, error: error)
    }
}

extension SilentRefusal {
    /// Describes the refusal of a client's token.
    package init(_ error: AuthError, of token: RefreshTokenCandidate, hasNext: Bool) {
        self.init(
            error: error, source: token.adalItem == nil ? .store : .adalCache, isOfFamily: token.familyID != nil,
            hasNext: hasNext)
    }
}

package import KeyfobCore

/// A response without tokens, and what is known when it arrives.
package struct SilentRefusal: Sendable {
    /// The response, or the failure to get one.
    package let error: AuthError
    /// The token that was redeemed.
    package let token: RefreshTokenCandidate
    /// The inputs of the call's decision, without the store's access token.
    package let inputs: SilentInputs
    /// The best refresh token that is left.
    package let rest: SilentInputs.RefreshToken

    package init(
        error: AuthError, token: RefreshTokenCandidate, inputs: SilentInputs, rest: SilentInputs.RefreshToken
    ) {
        self.error = error
        self.token = token
        self.inputs = inputs
        self.rest = rest
    }
}

/// What follows from a response without tokens.
package struct SilentVerdict: Sendable {
    /// A change to the store, whatever the outcome of the call.
    package enum Effect: Sendable, Hashable {
        /// Delete the refresh token from the store.
        case dropFromStore
        /// Delete the refresh token's item from ADAL's cache.
        case dropFromADALCache
        /// Record that the client is in no family.
        case leaveFamily
        /// Delete the client's credentials for the account.
        case forgetAccount
    }

    /// The changes to the store, in order.
    package let effects: [Effect]
    /// Whether the next refresh token is redeemed, if there is one.
    package let triesNext: Bool
    /// The error of the call otherwise.
    package let error: AuthError

    package init(effects: [Effect], triesNext: Bool, error: AuthError) {
        self.effects = effects
        self.triesNext = triesNext
        self.error = error
    }

    /// MSAL's rule: the step and the effects of ``SilentDecision``.
    static func byDecision(_ refusal: SilentRefusal) -> SilentVerdict {
        let decision = SilentDecision(refusal.inputs.after(refusal.error, rest: refusal.rest))
        let effects = decision.effects.compactMap { effect -> Effect? in
            switch effect {
            case .dropRefreshToken: refusal.token.legacyItem == nil ? .dropFromStore : .dropFromADALCache
            case .leaveFamily: refusal.token.familyID == nil ? nil : .leaveFamily
            case .forgetAccount: .forgetAccount
            }
        }
        return SilentVerdict(
            effects: effects, triesNext: decision.step == .refresh,
            error: decision.step == .askPerson ? refusal.error.asInteractionRequired : refusal.error)
    }

    /// ADAL's rule: another token is tried only after the server has refused this one. An item of ADAL's cache is
    /// deleted on any `invalid_grant` except one that requires consent, a token of the store if it was refused for good.
    static func byADAL(_ refusal: SilentRefusal) -> SilentVerdict {
        let error = refusal.error
        guard let server = error.server, !server.error.isEmpty, !error.isOutage else {
            return SilentVerdict(effects: [], triesNext: false, error: error)
        }
        let isItem = refusal.token.legacyItem != nil
        let isRefused = server.error == "invalid_grant" && server.suberror != "consent_required"
        var effects: [Effect] = []
        if isItem, isRefused { effects.append(.dropFromADALCache) }
        if server.suberror == "bad_token", !isItem || isRefused { effects.append(.dropFromStore) }
        return SilentVerdict(effects: effects, triesNext: true, error: error)
    }
}

/// The next step of a silent call, and its reasons: a pure function of ``SilentInputs``. `acquireTokenSilent` follows
/// it and `keyfob explain` prints it.
///
/// Before a request it decides whether a stored token is returned; after each response of the server, how the call
/// continues. `docs/silent-flow.md` has its table.
public struct SilentDecision: Sendable, Hashable {
    /// The next step.
    public enum Step: String, Sendable, Hashable, CaseIterable {
        /// Return the stored token.
        case serveStored
        /// Return it, and renew it in the background.
        case serveStoredAndRenew
        /// Redeem the refresh token.
        case refresh
        /// Return the server's token.
        case serveFresh
        /// Return the stored token after all: it is still valid, and the server is down.
        case serveSpare
        /// Return the stored token past its expiry: the server is down and has allowed that.
        case serveExtended
        /// Fail with `interactionRequired`.
        case requireInteraction
        /// Fail with the error of the server or the network.
        case fail
    }

    /// A change to the store, whatever the outcome of the call.
    public enum Effect: String, Sendable, Hashable, CaseIterable {
        /// Delete the refresh token that was refused.
        case dropRefreshToken
        /// Record that the client is in no family.
        case leaveFamily
        /// Delete the client's credentials for the account.
        case forgetAccount
    }

    /// The next step.
    public let step: Step
    /// The reasons, in the order in which they were found.
    public let reasons: [Reason]
    /// The changes to the store.
    public let effects: [Effect]

    private init(_ step: Step, _ reasons: [Reason], _ effects: [Effect] = []) {
        self.step = step
        self.reasons = reasons
        self.effects = effects
    }

    /// Decides.
    package init(_ inputs: SilentInputs) {
        if inputs.signIn == .signedOut {
            self.init(.requireInteraction, [.signedOut])
        } else if inputs.network == .notAsked {
            self = Self.beforeAsking(inputs)
        } else {
            self = Self.afterAsking(inputs)
        }
    }

    private static func beforeAsking(_ inputs: SilentInputs) -> SilentDecision {
        if inputs.mayUseStoredToken {
            if inputs.accessToken == .valid { return SilentDecision(.serveStored, [.valid]) }
            if inputs.accessToken == .refreshDue { return SilentDecision(.serveStoredAndRenew, [.refreshDue]) }
        }
        let reasons = inputs.reasonsToAsk
        guard let token = Reason(inputs.refreshToken) else { return SilentDecision(.refresh, reasons) }
        return SilentDecision(inputs.refreshToken == .none ? .requireInteraction : .refresh, reasons + [token])
    }

    private static func afterAsking(_ inputs: SilentInputs) -> SilentDecision {
        let answer = Reason(inputs)
        let said = inputs.isRemembered ? [answer, .remembered] : [answer]
        guard inputs.network == .up, let meaning = inputs.answer, meaning != .outage, meaning != .unsent
        else {
            return outage(inputs, said)
        }
        switch meaning {
        case .tokens: return SilentDecision(.serveFresh, said)
        case .misconfigured, .other, .outage, .unsent: return SilentDecision(.fail, said)
        case .accountDeleted: return SilentDecision(.requireInteraction, said, [.forgetAccount])
        case .badToken: return next(inputs, said, [.dropRefreshToken])
        case .notInFamily: return next(inputs, said, [.leaveFamily])
        case .interactionRequired: return next(inputs, said, [])
        }
    }

    /// Moves on to the next refresh token: the refusal of one says nothing about another.
    private static func next(
        _ inputs: SilentInputs, _ said: [Reason], _ effects: [Effect]
    ) -> SilentDecision {
        guard inputs.refreshToken != .none, let token = Reason(inputs.refreshToken) else {
            return SilentDecision(.requireInteraction, said + [.noRefreshToken], effects)
        }
        return SilentDecision(.refresh, said + [token], effects)
    }

    /// In an outage, a call that requests another token than the stored one does not get the stored one either.
    private static func outage(_ inputs: SilentInputs, _ said: [Reason]) -> SilentDecision {
        guard inputs.mayUseStoredToken else { return SilentDecision(.fail, said + inputs.reasonsToAsk) }
        switch inputs.accessToken {
        case .valid, .refreshDue, .expiring: return SilentDecision(.serveSpare, said + [.stillGood])
        case .extended where inputs.allowsExtendedLifetime:
            return SilentDecision(.serveExtended, said + [.extendedLifetime])
        default: return SilentDecision(.fail, said + [Reason(inputs.accessToken)])
        }
    }
}

extension SilentInputs {
    /// Whether a stored token satisfies the call.
    var mayUseStoredToken: Bool { !forcesRefresh && !hasClaims }

    /// Why a request is needed.
    var reasonsToAsk: [SilentDecision.Reason] {
        var reasons: [SilentDecision.Reason] = signIn == .unknown ? [.accountUnknown] : []
        if forcesRefresh { reasons.append(.forced) }
        if hasClaims { reasons.append(.claims) }
        if mayUseStoredToken, signIn == .known { reasons.append(SilentDecision.Reason(accessToken)) }
        return reasons
    }
}

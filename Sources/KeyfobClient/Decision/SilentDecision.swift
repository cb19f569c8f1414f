/// What a silent call does next, and why: one pure function of what is known, which `acquireTokenSilent` runs on and
/// `keyfob explain` prints.
///
/// Before the server was asked it decides whether the store answers; after each of the server's answers, what becomes of
/// the call. `docs/silent-flow.md` has its table.
public struct SilentDecision: Sendable, Hashable {
    /// What is done.
    public enum Step: String, Sendable, Hashable, CaseIterable {
        /// Hand out the token in the store.
        case serveStored
        /// Hand it out, and renew it in the background.
        case serveStoredAndRenew
        /// Spend the refresh token.
        case refresh
        /// Hand out what the server gave.
        case serveFresh
        /// Hand out the stored token after all: it is still good, and the server is down.
        case serveSpare
        /// Hand out the stored token past its expiry: the server is down and has allowed that.
        case serveExtended
        /// Fail with `interactionRequired`.
        case askPerson
        /// Fail with what the server or the network said.
        case fail
    }

    /// What else is done, whatever comes of the call.
    public enum Effect: String, Sendable, Hashable, CaseIterable {
        /// Delete the refresh token that was refused.
        case dropRefreshToken
        /// Note that the client is in no family.
        case leaveFamily
        /// Delete what the client has of the account.
        case forgetAccount
    }

    /// What is done.
    public let step: Step
    /// Why, in the order in which it was found out.
    public let reasons: [Reason]
    /// What else is done.
    public let effects: [Effect]

    private init(_ step: Step, _ reasons: [Reason], _ effects: [Effect] = []) {
        self.step = step
        self.reasons = reasons
        self.effects = effects
    }

    /// Decides.
    public init(_ inputs: SilentInputs) {
        if inputs.signIn == .signedOut {
            self.init(.askPerson, [.signedOut])
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
        return SilentDecision(inputs.refreshToken == .none ? .askPerson : .refresh, reasons + [token])
    }

    private static func afterAsking(_ inputs: SilentInputs) -> SilentDecision {
        let answer = Reason(inputs)
        let said = inputs.isRemembered ? [answer, .remembered] : [answer]
        guard inputs.network == .up, let meaning = inputs.answer, meaning != .outage else {
            return outage(inputs, said)
        }
        switch meaning {
        case .tokens: return SilentDecision(.serveFresh, said)
        case .misconfigured, .other, .outage: return SilentDecision(.fail, said)
        case .accountDeleted: return SilentDecision(.askPerson, said, [.forgetAccount])
        case .badToken: return next(inputs, said, [.dropRefreshToken])
        case .notInFamily: return next(inputs, said, [.leaveFamily])
        case .needsPerson: return next(inputs, said, [])
        }
    }

    /// A refusal of one refresh token is not yet one of another.
    private static func next(
        _ inputs: SilentInputs, _ said: [Reason], _ effects: [Effect]
    ) -> SilentDecision {
        guard inputs.refreshToken != .none, let token = Reason(inputs.refreshToken) else {
            return SilentDecision(.askPerson, said + [.noRefreshToken], effects)
        }
        return SilentDecision(.refresh, said + [token], effects)
    }

    /// A call that wants another token than the stored one is not content with it in an outage either.
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
    /// Whether a token from the store will do.
    var mayUseStoredToken: Bool { !forcesRefresh && !hasClaims }

    /// Why the store alone does not answer.
    var reasonsToAsk: [SilentDecision.Reason] {
        var reasons: [SilentDecision.Reason] = signIn == .unknown ? [.accountUnknown] : []
        if forcesRefresh { reasons.append(.forced) }
        if hasClaims { reasons.append(.claims) }
        if mayUseStoredToken, signIn == .known { reasons.append(SilentDecision.Reason(accessToken)) }
        return reasons
    }
}

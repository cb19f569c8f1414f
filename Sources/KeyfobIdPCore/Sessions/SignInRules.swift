import KeyfobOAuth

/// Decides on the next step, from the request, the session and the user's previous steps.
enum SignInRules {
    static func decide(
        _ attempt: SignInAttempt, session: BrowserSession?, _ context: RequestContext,
        in transaction: any IdPTransaction
    ) throws -> SignInDecision {
        let (now, directory) = (context.now, context.directory)
        let draft = attempt.draft
        guard let client = draft.client else { return .fail(OAuthError(700016)) }
        if let refusal = try DisabledDevice.decision(attempt, in: transaction) { return refusal }
        let signedIn = try accounts(of: session, draft: draft, in: transaction)
        let choice = choose(attempt, signedIn: signedIn, now: now)
        guard case .success(let chosen) = choice else {
            if case .failure(let decision) = choice { return decision.decision }
            return .fail(OAuthError(50058))
        }
        if draft.segment.policy?.purpose == .editProfile, !attempt.hasEditedProfile { return .profile(chosen.user) }
        let apis = draft.access.apis.map(\.application)
        if FreshSignIn.isMissing(for: apis, since: chosen.account.authenticatedAt, now: now) {
            guard draft.request.prompt == Prompt.none else { return .password(name: chosen.home.userPrincipalName) }
            return .fail(OAuthError(50058, detail: "registering a device requires a sign-in of the last minutes"))
        }
        if let step = try stepUp(attempt, chosen, in: transaction) { return step }
        let step = PolicyStep(
            attempt: attempt, client: client, user: chosen.user, home: chosen.home, account: chosen.account,
            context: context)
        if let decision = try step.decision(in: transaction) { return decision }
        let granting = try GrantedPermissions(user: chosen.user, client: client, in: transaction)
        let missing = ConsentRules.missing(
            draft.access, granting, everything: attempt.asksEverything && attempt.accepted == nil, in: directory)
        if attempt.isForEveryone, !ConsentAuthority.isAdministrator(chosen.user, in: directory) {
            return .fail(OAuthError(90094))
        }
        if missing.isEmpty || attempt.accepted != nil {
            return PersonPresent.decision(attempt, chosen.home) ?? .done(chosen.user, account: chosen.account)
        }
        if let refusal = ConsentAuthority.refusal(missing, user: chosen.user, client: client, in: directory) {
            return .fail(refusal)
        }
        if draft.request.prompt == Prompt.none {
            return .fail(OAuthError(65001, ["app": client.displayName], error: "consent_required"))
        }
        return .consent(chosen.user, missing)
    }

    /// Requires a second factor in this sign-in for an authentication context, or the password if the user has none.
    private static func stepUp(
        _ attempt: SignInAttempt, _ chosen: Chosen, in transaction: any IdPTransaction
    ) throws -> SignInDecision? {
        let met = chosen.account.contexts ?? []
        guard !attempt.hasProvedFactor(of: chosen.home.objectID),
            let unmet = attempt.draft.claims.essentialContexts.first(where: { !met.contains($0) })
        else { return nil }
        let offer = FactorOffer(try transaction.factors(userID: chosen.home.objectID))
        if offer.isEmpty, attempt.pending.authenticatedAt != nil { return nil }
        guard attempt.draft.request.prompt == Prompt.none else {
            return offer.isEmpty
                ? .password(name: chosen.home.userPrincipalName) : .secondFactor(chosen.home, offer)
        }
        let resource = attempt.draft.access.apis.first?.application.displayName ?? ""
        return .fail(
            OAuthError(
                50076, ["resource": resource], error: "interaction_required", claims: RequestedClaims.asking(for: unmet)
            )
        )
    }

    private struct Chosen {
        /// The user in the issuing tenant.
        let user: User
        /// The user who signed in: another object for a guest.
        let home: User
        let account: BrowserSession.Account
    }

    private struct Otherwise: Error {
        let decision: SignInDecision
        init(_ decision: SignInDecision) { self.decision = decision }
    }

    private static func accounts(
        of session: BrowserSession?, draft: AuthorizationDraft, in transaction: any IdPTransaction
    ) throws -> [Chosen] {
        try (session?.accounts ?? []).compactMap { account in
            guard let home = try transaction.user(objectID: account.userID), home.isEnabled,
                home.revocationEpoch == account.epoch,
                let user = try TenantRules.member(home, draft, in: transaction)
            else { return nil }
            return Chosen(user: user, home: home, account: account)
        }
    }

    private static func choose(
        _ attempt: SignInAttempt, signedIn: [Chosen], now: Int64
    ) -> Result<Chosen, Otherwise> {
        let request = attempt.draft.request
        let hints = SignInHints(attempt)
        func fits(_ chosen: Chosen) -> Bool { hints.fit(chosen.home, session: chosen.account.sessionID) }
        func isFresh(_ account: BrowserSession.Account) -> Bool {
            if request.prompt?.wantsCredentials == true { return attempt.pending.authenticatedAt != nil }
            return request.maxAge.map { now - account.authenticatedAt <= Int64($0) } ?? true
        }
        if request.prompt == Prompt.none {
            let candidates = signedIn.filter(fits)
            guard candidates.count == 1, isFresh(candidates[0].account) else {
                let isUnmet = hints.isSessionMissing(among: signedIn.map(\.account.sessionID))
                return .failure(Otherwise(.fail(OAuthError(isUnmet ? 16002 : 50058))))
            }
            return .success(candidates[0])
        }
        if attempt.pending.wantsOtherAccount { return .failure(Otherwise(.password(name: attempt.typedName))) }
        if let picked = attempt.pending.userID {
            guard let chosen = signedIn.first(where: { $0.account.userID == picked }) else {
                return .failure(Otherwise(.password(name: attempt.typedName)))
            }
            guard isFresh(chosen.account) || attempt.pending.authenticatedAt != nil else {
                return .failure(Otherwise(.password(name: chosen.home.userPrincipalName)))
            }
            guard !hints.excludes(chosen.home) else {
                return .failure(
                    Otherwise(.fail(OAuthError(50058, detail: "id_token_hint names another user"))))
            }
            return .success(chosen)
        }
        if request.prompt?.wantsCredentials == true || signedIn.isEmpty {
            return .failure(Otherwise(.password(name: request.loginHint)))
        }
        // A device code is never approved without an action of the user (RFC 8628 section 5.4).
        if request.prompt == .selectAccount || attempt.pending.purpose == .device {
            return .failure(Otherwise(.pick(signedIn.map(\.home))))
        }
        let candidates = signedIn.filter(fits)
        if candidates.isEmpty { return .failure(Otherwise(.password(name: request.loginHint))) }
        if candidates.count > 1 { return .failure(Otherwise(.pick(candidates.map(\.home)))) }
        guard isFresh(candidates[0].account) else {
            return .failure(Otherwise(.password(name: candidates[0].home.userPrincipalName)))
        }
        return .success(candidates[0])
    }
}

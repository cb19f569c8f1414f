import KeyfobCore
import KeyfobOAuth

/// The next step of a browser sign-in that the tenant's policies require. The password comes first, so the user is
/// known by now.
struct PolicyStep {
    let attempt: SignInAttempt
    let client: Application
    /// The user in the issuing tenant.
    let user: User
    /// The user who signed in: another object for a guest.
    let home: User
    let account: BrowserSession.Account
    let context: RequestContext

    /// The step; nil if the policies grant access. The decision is written to the log.
    func decision(in transaction: any IdPTransaction) throws -> SignInDecision? {
        let question = question()
        guard let answer = try AccessCheck.judge(question, context, transaction) else { return nil }
        let factors = try transaction.factors(userID: home.objectID)
        let control = answer.decision.missing.first
        if answer.decision.wantsDevice, answer.device == nil, DeviceChallenge.isUseful(attempt, context),
            try !transaction.devices(tenantID: user.tenantID).isEmpty
        {
            // The policies are not enforced yet: the device may only have to prove itself.
            return .deviceProof
        }
        let error = control.map {
            AccessRefusal.error($0, answer, question, hasFactor: factors?.isRegistered ?? false)
        }
        var entry = AccessRefusal.entry(answer, question, error: error, context)
        entry.correlationID = attempt.pending.correlationID
        try transaction.append([entry])
        guard let control, let error else { return nil }
        guard attempt.draft.request.prompt != Prompt.none else {
            var silent = error
            silent.error = "interaction_required"
            return .fail(silent)
        }
        switch control {
        case .signInFrequency: return .password(name: home.userPrincipalName)
        case .mfa, .secondFactorFrequency, .authenticationStrength:
            return try secondFactor(factors, answer, error, in: transaction)
        case .compliantDevice, .domainJoinedDevice, .approvedApplication:
            return DeviceRemedy(step: self, control: control, device: answer.device).address.map { .leave($0) }
                ?? refusal(error)
        case .block, .compliantApplication: return refusal(error)
        }
    }

    private func question(_ action: UserAction? = nil) -> AccessCheck.Question {
        var evidence = account.evidence.adding(attempt.pending.evidence)
        if attempt.pending.purpose == .device { evidence.transferMethod = TransferMethod.deviceCodeFlow.rawValue }
        var question = AccessCheck.Question(
            user: user, client: client, resources: attempt.draft.access.apis.map(\.application), evidence: evidence,
            authenticatedAt: account.authenticatedAt, contexts: attempt.draft.claims.contexts,
            redirectURI: attempt.draft.reply?.redirectURI, action: action)
        question.assumesAppProtection = true
        question.parameters = try? FormParameters(parsing: attempt.pending.parameters)
        return question
    }

    private func secondFactor(
        _ factors: UserFactors?, _ answer: AccessCheck.Answer, _ error: OAuthError, in transaction: any IdPTransaction
    ) throws -> SignInDecision {
        let first = account.evidence.methods
        func isEnough(_ method: String) -> Bool {
            answer.decision.strengths.allSatisfy { $0.isMet(by: first.union([method, "mfa"])) }
        }
        let every = FactorOffer(hasAuthenticator: isEnough("otp"), phoneNumber: isEnough("sms") ? "" : nil)
        let offer = FactorOffer(factors).limited(to: every)
        if !offer.isEmpty { return .secondFactor(home, offer) }
        // A user with a weaker factor gives it before registering another.
        let own = FactorOffer(factors)
        if !own.isEmpty, !first.contains("mfa") { return .secondFactor(home, own) }
        // No factor that the user can give here would be enough.
        guard !every.isEmpty else { return refusal(error) }
        // Policies can also apply to registering a second factor.
        let registering = question(.registerSecurityInformation)
        if let judged = try AccessCheck.judge(registering, context, transaction), !judged.decision.isGranted {
            let refused = AccessRefusal.error(.block, judged, registering, hasFactor: false)
            try transaction.append([AccessRefusal.entry(judged, registering, error: refused, context)])
            return refusal(refused)
        }
        return .registerFactor(home, every)
    }

    private func refusal(_ error: OAuthError) -> SignInDecision {
        attempt.acknowledgesRefusal || attempt.draft.reply == nil ? .fail(error) : .refuse(error)
    }
}

import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// Requires what the tenant's Conditional Access policies require. The password comes first, so the user is known by now.
struct PolicyInteraction: Interaction {
    var forms: [PromptForm] { [AccessRefusedPrompt.form] }

    func step(_ signIn: inout SignInProgress, in transaction: any IdPTransaction) throws -> SignInStep? {
        guard let chosen = signIn.chosen else { return nil }
        let step = PolicyStep(signIn, chosen)
        guard let findings = try step.findings(in: transaction) else { return nil }
        signIn.endsWithBrowser = findings.decision.endsWithBrowser
        return try step.next(after: findings, in: transaction)
    }
}

/// The next step that the policies require of one sign-in.
struct PolicyStep {
    private let signIn: SignInProgress
    let attempt: SignInAttempt
    let client: Application
    /// The user in the issuing tenant.
    let user: User
    /// The user who signed in: another object for a guest.
    let home: User
    let account: BrowserSession.Account
    let context: RequestContext

    init(_ signIn: SignInProgress, _ chosen: ChosenAccount) {
        self.signIn = signIn
        attempt = signIn.attempt
        client = signIn.client
        user = chosen.user
        home = chosen.home
        account = chosen.account
        context = signIn.context
    }

    /// The decision of the policies; nil if there are none.
    func findings(in transaction: any IdPTransaction) throws -> AccessCheck.Findings? {
        try AccessCheck.evaluate(question(), context, transaction)
    }

    /// The step; nil if the policies grant access. The decision is written to the log.
    func next(after findings: AccessCheck.Findings, in transaction: any IdPTransaction) throws -> SignInStep? {
        let question = question()
        let factors = try transaction.factors(userID: home.objectID)
        let control = findings.decision.missing.first
        if findings.decision.wantsDevice, findings.device == nil, DeviceProofPrompt.isUseful(attempt, context),
            try !transaction.devices(tenantID: user.tenantID).isEmpty
        {
            // The policies are not enforced yet: the device may only have to prove itself.
            return .prompt(DeviceProofPrompt())
        }
        let error = control.map {
            AccessRefusal.error($0, findings, question, hasFactor: factors?.isRegistered ?? false)
        }
        var entry = AccessRefusal.entry(findings, question, error: error, context)
        entry.correlationID = attempt.pending.correlationID
        try transaction.append([entry])
        guard let control, let error else { return nil }
        guard attempt.draft.request.prompt != Prompt.none else {
            var silent = error
            silent.error = "interaction_required"
            return .fail(silent)
        }
        switch control {
        case .signInFrequency: return try PasswordPrompt.step(name: home.userPrincipalName, signIn, in: transaction)
        case .mfa, .secondFactorFrequency, .authenticationStrength:
            return try secondFactor(factors, findings, error, in: transaction)
        case .compliantDevice, .domainJoinedDevice, .approvedApplication:
            return DeviceRemedy(step: self, control: control, device: findings.device).address.map { .leave($0) }
                ?? AccessRefusedPrompt.step(error, attempt)
        case .block, .compliantApplication: return AccessRefusedPrompt.step(error, attempt)
        }
    }

    private func question(_ action: UserAction? = nil) -> AccessCheck.Question {
        var evidence = account.evidence.adding(attempt.pending.evidence)
        if attempt.pending.purpose == .device { evidence.transferMethod = TransferMethod.deviceCodeFlow.rawValue }
        var question = AccessCheck.Question(
            user: user, client: client, resources: attempt.draft.access.apis.map(\.application), evidence: evidence,
            authenticatedAt: account.authenticatedAt,
            // A policy for a context is about the resource's data, and not about what the user does on the way there.
            contexts: action == nil ? attempt.draft.claims.contexts : [],
            redirectURI: attempt.draft.reply?.redirectURI, action: action)
        question.assumesAppProtection = true
        question.parameters = try? FormParameters(parsing: attempt.pending.parameters)
        return question
    }

    private func secondFactor(
        _ factors: UserFactors?, _ findings: AccessCheck.Findings, _ error: OAuthError,
        in transaction: any IdPTransaction
    ) throws -> SignInStep {
        let first = account.evidence.methods
        func isEnough(_ method: String) -> Bool {
            findings.decision.strengths.allSatisfy { $0.isMet(by: first.union([method, "mfa"])) }
        }
        let every = FactorOffer(hasAuthenticator: isEnough("otp"), phoneNumber: isEnough("sms") ? "" : nil)
        let offer = FactorOffer(factors).limited(to: every)
        if !offer.isEmpty { return .prompt(SecondFactorPrompt(home: home, offer: offer)) }
        // A user with a weaker factor gives it before registering another.
        let own = FactorOffer(factors)
        if !own.isEmpty, !first.contains("mfa") { return .prompt(SecondFactorPrompt(home: home, offer: own)) }
        // No factor that the user can give here would be enough.
        guard !every.isEmpty else { return AccessRefusedPrompt.step(error, attempt) }
        // Policies can also apply to registering a second factor.
        let registering = question(.registerSecurityInformation)
        if let findings = try AccessCheck.evaluate(registering, context, transaction), !findings.decision.isGranted {
            let refused = AccessRefusal.error(.block, findings, registering, hasFactor: false)
            try transaction.append([AccessRefusal.entry(findings, registering, error: refused, context)])
            return AccessRefusedPrompt.step(refused, attempt)
        }
        return .prompt(RegisterFactorPrompt(home: home, offer: every))
    }
}

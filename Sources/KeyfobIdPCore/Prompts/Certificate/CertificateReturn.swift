import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel
import KeyfobOAuth

/// `GET /common/certificate?flow=...&ticket=...`: continues the sign-in with the result of the address for
/// certificates.
enum CertificateReturn {
    private enum Outcome: Sendable {
        case accepted(BrowserSession.Account)
        case refused(OAuthError, isCertificateOnly: Bool)
        case barred(OAuthError)
    }

    static func accept(_ context: RequestContext) async throws -> PromptForm.Result {
        let query = try context.query()
        var (pending, token, browser) = try await PendingForm.load(query, context)
        let ticket = TokenHash.of(query["ticket"] ?? "")
        guard let step = pending.certificate, let expected = step.ticketHash, let outcome = step.outcome,
            ConstantTime.equal(ticket, expected)
        else { throw Self.unknown }
        pending.certificate = nil
        var attempt = SignInAttempt(
            draft: try AuthorizationDraft(of: pending, context), pending: pending, flowToken: token,
            browser: browser)
        let newSession = context.random.token()
        let verified = try await verify(
            outcome, name: step.name, ticket: ticket, attempt, newSession: newSession, context)
        switch verified {
        case .barred(let error): throw error
        case .accepted(let account):
            attempt.pending.userID = account.userID
            attempt.pending.authenticatedAt = account.authenticatedAt
            attempt.pending.wantsOtherAccount = false
            attempt.newSession = newSession
        case .refused(let error, let isCertificateOnly):
            // The page offers no help to a user with no other method, and no certificates in this browser.
            if isCertificateOnly, outcome == .absent { throw attempt.draft.refusal(error) }
            attempt.pending.wantsOtherAccount = true
            attempt.typedName = step.name
            attempt.notice = PageNotice(number: error.number, text: error.entry.text(error.values))
        }
        return .proceed(attempt)
    }

    private static let unknown = OAuthError(50089, detail: "the ticket is unknown, used, or of another sign-in")

    private static func verify(
        _ outcome: PendingCertificate.Outcome, name: String, ticket: [UInt8], _ attempt: SignInAttempt,
        newSession: String, _ context: RequestContext
    ) async throws -> Outcome {
        let sessionID = context.random.uuid()
        return try await context.transaction { transaction -> Outcome in
            // A ticket can be used once, whatever the result.
            guard var stored = try transaction.pendingSignIn(idHash: attempt.pending.idHash),
                stored.certificate?.ticketHash == ticket
            else { return .barred(Self.unknown) }
            stored.certificate = nil
            try transaction.put(stored)
            let user = try transaction.user(userPrincipalName: name)
            func refuse(_ error: OAuthError, detail: String?) throws -> OAuthError {
                try transaction.append([
                    SignInLog.entry(
                        .certificateRefused, attempt, context, user: user, errorCode: error.number, detail: detail)
                ])
                return error
            }
            switch outcome {
            case .absent:
                let error = OAuthError(50017, ["detail": "the browser presented none"])
                return .refused(
                    try refuse(error, detail: "no certificate was presented"),
                    isCertificateOnly: user?.isCertificateOnly == true)
            case .refused(let number, let values, let detail):
                return .refused(try refuse(OAuthError(number, values), detail: detail), isCertificateOnly: false)
            case .accepted(let userID, let isMultiFactor):
                // The user may have been changed since the certificate was checked.
                guard let user, user.objectID == userID else { return .barred(Self.unknown) }
                if let refusal = try TenantRules.refusal(user, attempt.draft, in: transaction) {
                    return .barred(try refuse(refusal, detail: nil))
                }
                let account = BrowserSession.Account(
                    userID: userID, authenticatedAt: context.now, epoch: user.revocationEpoch, sessionID: sessionID,
                    evidence: evidence(isMultiFactor: isMultiFactor, context))
                try SessionStart.signIn(account, attempt, newSession: newSession, context, transaction)
                try transaction.append([SignInLog.entry(.certificateAccepted, attempt, context, user: user)])
                return .accepted(account)
            }
        }
    }

    /// `rsa` whatever the key is, as RFC 8176 and the platform define it.
    private static func evidence(isMultiFactor: Bool, _ context: RequestContext) -> SignInEvidence {
        SignInEvidence(
            methods: isMultiFactor ? ["rsa", "mfa", SignInEvidence.multiFactorCertificate] : ["rsa"],
            multiFactorAt: isMultiFactor ? context.now : nil)
    }
}

import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth

/// A sign-in with a primary refresh token instead of a prompt.
struct PrimaryTokenSignIn: Sendable {
    private let compact: String
    private let message: SessionSignedMessage
    private let credential: RefreshTokenCredential
    private let proof: PrimaryTokenProof

    /// Checks a credential except for its freshness.
    init(_ compact: String, _ context: RequestContext) async throws {
        let message: SessionSignedMessage
        do { message = try SessionSignedMessage(compact: compact) } catch {
            throw OAuthError(50027, ["detail": "the credential cannot be read"], detail: error.message)
        }
        self.compact = compact
        self.message = message
        credential = RefreshTokenCredential(message)
        proof = try await PrimaryTokenProof(message, context)
    }

    /// Signs the user in in this browser, and records the device, the broker and its caller for this request only.
    func apply(to attempt: inout SignInAttempt, _ context: RequestContext) async throws {
        // Without a nonce its time is unknown.
        guard let nonce = credential.nonce, try RequestNonce.isFresh(nonce, context) else { throw OAuthError(140000) }
        let request = attempt.draft.request
        let isForThis =
            (credential.clientID.map { $0.lowercased() == request.clientID.lowercased() } ?? true)
            && (credential.redirectURI.map { isRedirect($0, of: attempt) } ?? true)
        guard isForThis, let client = attempt.draft.client else {
            throw OAuthError(50027, ["detail": "the credential is for another app"])
        }
        let caller = try CallerAssertion.check(
            credential.caller, client: client, redirectURI: attempt.draft.reply?.redirectURI)
        let newSession = context.random.token()
        let sessionID = context.random.uuid()
        let started = attempt
        let (home, session) = try await context.transaction { transaction -> (User, String) in
            try SignedOnce.spend(compact, context, transaction)
            return try signIn(started, newSession, sessionID: sessionID, caller, context, transaction)
        }
        attempt.newSession = newSession
        attempt.pending.evidence = attempt.pending.evidence.adding(here(caller))
        // The credential does not override the requested user or the account picker.
        if request.prompt != .selectAccount, SignInHints(attempt).fit(home, session: session) {
            attempt.pending.userID = home.objectID
        }
    }

    private func isRedirect(_ redirectURI: String, of attempt: SignInAttempt) -> Bool {
        attempt.draft.reply?.redirectURI.utf8.elementsEqual(redirectURI.utf8) ?? false
    }

    /// Evidence for this request only. It is not stored in the session, whose cookie could be copied elsewhere.
    private func here(_ caller: CallerIdentity?) -> SignInEvidence {
        SignInEvidence(deviceID: proof.device.id, isBrokered: true).asked(by: caller)
    }

    private func signIn(
        _ attempt: SignInAttempt, _ newSession: String, sessionID: String, _ caller: CallerIdentity?,
        _ context: RequestContext, _ transaction: any IdPTransaction
    ) throws -> (User, String) {
        let access = proof.record.access
        guard let home = try transaction.user(objectID: access.userID) else { throw OAuthError(50034) }
        guard home.isEnabled else { throw OAuthError(50057) }
        guard home.revocationEpoch == access.epoch else {
            throw OAuthError(
                50173, ["issued": String(access.authenticatedAt), "valid_from": String(home.tokensValidFrom)])
        }
        // The transfer method stays with the account: a sign-in that began with a device code remains one.
        var evidence = SignInEvidence(
            methods: access.evidence.methods, multiFactorAt: access.evidence.multiFactorAt,
            transferMethod: access.evidence.transferMethod)
        var authenticatedAt = access.authenticatedAt
        let old = try attempt.browser.sessionHash.flatMap { try transaction.session(idHash: $0) }
        let known = old?.accounts.first { $0.userID == home.objectID && $0.epoch == home.revocationEpoch }
        if let known, let old, old.expiresAt >= context.now {
            // Evidence from this browser's own session, which may be newer, counts too.
            evidence = known.evidence.adding(evidence)
            authenticatedAt = max(known.authenticatedAt, authenticatedAt)
        }
        let account = BrowserSession.Account(
            userID: home.objectID, authenticatedAt: authenticatedAt, epoch: home.revocationEpoch,
            sessionID: known?.sessionID ?? sessionID, contexts: known?.contexts, evidence: evidence)
        try SessionStart.signIn(account, attempt, newSession: newSession, context, transaction)
        var entry = SignInLog.entry(.singleSignOn, attempt, context, user: home)
        entry.note(here(caller))
        try transaction.append([entry])
        return (home, account.sessionID)
    }
}

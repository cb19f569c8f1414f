import KeyfobOAuth

/// The tenant's policies where tokens are issued: judged at every grant, so that one that was made or changed counts at
/// once.
struct IssuePolicies {
    /// The user in the tenant that issues.
    let user: User
    /// The user who signed in: another object, if that is a guest.
    let home: User
    let api: Application
    let claims: RequestedClaims
    let access: AuthorizedAccess
    let request: GrantRequest
    let context: RequestContext

    /// Judges.
    ///
    /// - Returns: the authentication contexts that the access token may name.
    /// - Throws: ``OAuthError`` where something is missing, ``DeviceWanted`` where a device that can be asked may help.
    func check(in transaction: any IdPTransaction) throws -> [String] {
        let met = access.contexts ?? []
        // Whoever needs an authentication context has to have met it by proving anew who they are.
        if let unmet = claims.essentialContexts.first(where: { !met.contains($0) }) {
            throw OAuthError(50076, ["resource": api.displayName], claims: RequestedClaims.asking(for: unmet))
        }
        guard request.judgesPolicies else { return met }
        guard !FreshSignIn.isMissing(for: [api], since: access.authenticatedAt, now: context.now) else {
            throw OAuthError(70043, detail: "registering a device wants a sign-in of the last minutes")
        }
        let asked = question(claims.contexts)
        guard let answer = try AccessCheck.judge(asked, context, transaction) else { return met }
        if let control = answer.decision.missing.first {
            let hasFactor = try transaction.factors(userID: home.objectID)?.isRegistered ?? false
            let error = AccessRefusal.error(control, answer, asked, hasFactor: hasFactor)
            if try isDeviceUseful(answer, in: transaction) { throw DeviceWanted(error: error) }
            try transaction.append([AccessRefusal.entry(answer, asked, error: error, context)])
            throw error
        }
        try transaction.append([AccessRefusal.entry(answer, asked, error: nil, context)])
        return try met.filter { try claims.contexts.contains($0) || isKept($0, in: transaction) }
    }

    /// Whether a context that was met before is still good: its policy may want more by now, or the device have fallen
    /// behind. The token then goes without it, and an API that needs it challenges; one that does not is not in the way.
    private func isKept(_ name: String, in transaction: any IdPTransaction) throws -> Bool {
        let question = question([name])
        guard let answer = try AccessCheck.judge(question, context, transaction), !answer.decision.isGranted else {
            return true
        }
        var entry = AccessRefusal.entry(answer, question, error: nil, context)
        entry.detail = "the token is issued without the authentication context \(name)"
        try transaction.append([entry])
        return false
    }

    private func question(_ contexts: [String]) -> AccessCheck.Question {
        AccessCheck.Question(
            user: user, client: request.client, resources: [api], evidence: access.evidence,
            authenticatedAt: access.authenticatedAt, contexts: contexts, redirectURI: access.redirectURI,
            enrollmentID: request.request.extra.nonEmpty("microsoft_enrollment_id"))
    }

    /// Whether the sender is asked for a device first: it answers such questions, nothing has proved one, and a policy
    /// would be content with one, whatever else it would be content with.
    private func isDeviceUseful(_ answer: AccessCheck.Answer, in transaction: any IdPTransaction) throws -> Bool {
        try answer.decision.wantsDevice && access.evidence.deviceID == nil && DeviceChallenge.canAsk(context)
            && !transaction.devices(tenantID: user.tenantID).isEmpty
    }
}

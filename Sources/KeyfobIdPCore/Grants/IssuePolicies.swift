import KeyfobConditionalAccess
import KeyfobIdPModel
import KeyfobOAuth

/// The tenant's policies where tokens are issued: evaluated at every grant, so that a new or changed policy takes effect
/// at once.
struct IssuePolicies {
    let subject: TokenSubject
    let api: Application
    let request: GrantRequest
    let context: RequestContext

    /// Evaluates the policies.
    ///
    /// - Returns: the authentication contexts that the access token may contain.
    /// - Throws: ``OAuthError`` where a control is missing, ``DeviceWanted`` where a challenge to the device may help.
    func check(in transaction: any IdPTransaction) throws -> [String] {
        let met = access.contexts ?? []
        let claims = subject.claims
        // A required authentication context must have been met by authenticating again.
        if let unmet = claims.essentialContexts.first(where: { !met.contains($0) }) {
            throw OAuthError(50076, ["resource": api.displayName], claims: RequestedClaims.asking(for: unmet))
        }
        guard !FreshSignIn.isMissing(for: [api], since: access.authenticatedAt, now: context.now) else {
            throw OAuthError(70043, detail: "registering a device requires a sign-in of the last minutes")
        }
        let asked = question(claims.contexts)
        guard let findings = try AccessCheck.evaluate(asked, context, transaction) else { return met }
        if let control = findings.decision.missing.first {
            let hasFactor = try transaction.factors(userID: subject.home.objectID)?.isRegistered ?? false
            let error = AccessRefusal.error(control, findings, asked, hasFactor: hasFactor)
            if try isDeviceUseful(findings, in: transaction) { throw DeviceWanted(error: error) }
            try transaction.append([AccessRefusal.entry(findings, asked, error: error, context)])
            throw error
        }
        try transaction.append([AccessRefusal.entry(findings, asked, error: nil, context)])
        return try met.filter { try claims.contexts.contains($0) || isKept($0, in: transaction) }
    }

    /// Whether a context that was met before is still valid: its policy may require more now, or the device no longer
    /// be compliant. The token is then issued without it, and only an API that requires it sends a challenge.
    private func isKept(_ name: String, in transaction: any IdPTransaction) throws -> Bool {
        let question = question([name])
        guard let findings = try AccessCheck.evaluate(question, context, transaction), !findings.decision.isGranted
        else {
            return true
        }
        var entry = AccessRefusal.entry(findings, question, error: nil, context)
        entry.detail = "the token is issued without the authentication context \(name)"
        try transaction.append([entry])
        return false
    }

    private var access: AuthorizedAccess { subject.access }

    private func question(_ contexts: [String]) -> AccessCheck.Question {
        AccessCheck.Question(
            user: subject.user, client: request.client, resources: [api], evidence: access.evidence,
            authenticatedAt: access.authenticatedAt, contexts: contexts, redirectURI: access.redirectURI,
            enrollmentID: request.request.extra.nonEmpty("microsoft_enrollment_id"))
    }

    /// Whether the client is challenged for a device first: it supports challenges, no device has been proved, and a
    /// policy would accept one.
    private func isDeviceUseful(_ findings: AccessCheck.Findings, in transaction: any IdPTransaction) throws -> Bool {
        try findings.decision.wantsDevice && access.evidence.deviceID == nil && DeviceChallenge.canAsk(context)
            && !transaction.devices(tenantID: subject.user.tenantID).isEmpty
    }
}

import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The end of a sign-in: a code or an id token for the client, a service's assertion, or the approval of a device's code.
struct SignInCompletion: Sendable {
    let attempt: SignInAttempt
    let user: User
    let account: BrowserSession.Account
    let context: RequestContext
    let grantID: String

    /// Writes the result.
    ///
    /// - Returns: what the response says about the user, or the error if the sign-in cannot end.
    func finish(
        code: String, session: BrowserSession?, in transaction: any IdPTransaction
    ) throws -> Result<CompletedSignIn.Identity, OAuthError> {
        var account = account
        account.contexts = try contexts(in: transaction)
        if case .saml(let address) = attempt.draft.reply {
            add(address, code: code, to: &account)
        } else if attempt.pending.purpose == .authorize {
            addClient(to: &account)
        }
        if var session {
            session.extend(context)
            session.accounts.removeAll { $0.userID == account.userID }
            session.accounts.insert(account, at: 0)
            try transaction.put(session)
        }
        let granted = try grantedScopes(in: transaction)
        // At B2C tokens belong to a policy.
        let tenantID = attempt.draft.segment.policy == nil ? user.tenantID : attempt.draft.segment.key
        let request = attempt.draft.request
        let access = AuthorizedAccess(
            grantID: grantID, clientID: attempt.draft.client?.appID ?? request.clientID, userID: user.signInID,
            tenantID: tenantID, scopes: granted, resource: request.resource,
            authenticatedAt: account.authenticatedAt, epoch: account.epoch, sessionID: account.sessionID,
            contexts: account.contexts, redirectURI: attempt.draft.reply?.redirectURI,
            evidence: evidence)
        switch attempt.pending.purpose {
        case .authorize:
            let types = attempt.draft.responseTypes
            var identity = CompletedSignIn.Identity()
            if types.contains("id_token") {
                do {
                    identity.idTokenSubject = try idTokenSubject(of: access, in: transaction)
                } catch let error as OAuthError {
                    return .failure(error)
                }
            }
            guard types.contains("code") else {
                try transaction.append(
                    [SignInLog.entry(.tokensIssued, attempt, context, user: user, scopes: access.scopes)])
                return .success(identity)
            }
            try transaction.insert(
                AuthorizationCodeGrant(
                    codeHash: TokenHash.of(code), access: access, tenantSegment: attempt.draft.segment.key,
                    codeChallenge: request.codeChallenge, codeChallengeMethod: request.codeChallengeMethod,
                    nonce: request.nonce, claims: claims.text, issuedAt: context.now,
                    expiresAt: context.now + context.configuration.authorizationCodeLifetime,
                    namesRedirectURI: request.redirectURI != nil))
            try transaction.append([SignInLog.entry(.codeIssued, attempt, context, user: user, scopes: granted)])
            return .success(identity)
        case .saml:
            try transaction.append([SignInLog.entry(.assertionIssued, attempt, context, user: user)])
            guard let client = attempt.draft.client else { return .success(.init()) }
            let roles = try AssignedRoles.of(user, at: client, context, in: transaction)
            return .success(CompletedSignIn.Identity(roles: roles))
        case .adminConsent: return .success(.init())
        case .device:
            guard let hash = attempt.pending.deviceCodeHash, var device = try transaction.deviceCode(hash: hash),
                device.state == .pending, device.expiresAt >= context.now
            else { return .failure(OAuthError(70020)) }
            device.state = .approved
            device.access = access
            try transaction.put(device)
            try transaction.append(
                [SignInLog.entry(.deviceCodeApproved, attempt, context, user: user, scopes: granted)])
            return .success(.init())
        }
    }

    /// The user of the id token, by the rules that all grants share.
    private func idTokenSubject(
        of access: AuthorizedAccess, in transaction: any IdPTransaction
    ) throws -> TokenSubject? {
        guard let client = attempt.draft.client else { return nil }
        return try TokenSubject(
            RedeemedGrant(
                access: access, nonce: attempt.draft.request.nonce, leavesOutDeclined: true, event: .tokensIssued),
            asking: nil, claims: claims, client: client, at: attempt.draft.segment, context, transaction)
    }

    /// Records a service in the user's session, so that it learns when the user signs out.
    private func add(_ address: SAMLResponseAddress, code: String, to account: inout BrowserSession.Account) {
        guard let client = attempt.draft.client else { return }
        let completed = CompletedSAMLSignIn(
            attempt: attempt, address: address, user: user, account: account, secret: code)
        let others = (account.participants ?? []).filter { $0.clientID != client.appID }
        account.participants =
            others.suffix(SAMLParticipant.most - 1) + [completed.participant(client, in: context.directory)]
    }

    /// Records a client with a logout URL in the user's session (OpenID Connect Front-Channel Logout 1.0 section 2).
    private func addClient(to account: inout BrowserSession.Account) {
        guard let client = attempt.draft.client, client.logoutURL != nil else { return }
        let participant = OpenIDParticipant(
            clientID: client.appID,
            issuer: Issuer.of(
                context.directory.tenant(user.tenantID), attempt.draft.dialect, origin: context.origin),
            sessionID: account.sessionID)
        let others = (account.openIDParticipants ?? []).filter { $0 != participant }
        account.openIDParticipants = others.suffix(OpenIDParticipant.most - 1) + [participant]
    }

    /// The evidence. Tokens of a device code go to another device: this device and its broker do not count for it.
    private var evidence: SignInEvidence {
        var evidence = account.evidence.adding(attempt.pending.evidence)
        guard attempt.pending.purpose == .device else { return evidence }
        evidence.deviceID = nil
        evidence.isBrokered = false
        evidence.callerBundleID = nil
        evidence.callerAssurance = nil
        evidence.enrollmentID = nil
        evidence.transferMethod = TransferMethod.deviceCodeFlow.rawValue
        return evidence
    }

    /// The requested claims; a request that limits the age of the sign-in gets its time (OpenID Connect Core section
    /// 2).
    private var claims: RequestedClaims {
        var claims = attempt.draft.claims
        if attempt.draft.request.maxAge != nil { claims.addToIDToken("auth_time") }
        return claims
    }

    /// The authentication contexts that are met: those of the session, and the requested ones if the user has
    /// authenticated again in this sign-in: with a second factor, if the user has one.
    private func contexts(in transaction: any IdPTransaction) throws -> [String]? {
        let known = account.contexts ?? []
        let hasFactor = try transaction.factors(userID: account.userID)?.isRegistered ?? false
        let isFresh =
            attempt.hasProvedFactor(of: account.userID) || (!hasFactor && attempt.pending.authenticatedAt != nil)
        let fresh = isFresh ? attempt.draft.claims.contexts : []
        let all = known + fresh.filter { !known.contains($0) }
        return all.isEmpty ? nil : all
    }

    /// The scopes of the request, as spelled in it, that the user has consented to.
    private func grantedScopes(in transaction: any IdPTransaction) throws -> [String] {
        let access = attempt.draft.access
        guard let client = attempt.draft.client else { return [] }
        let granting = try GrantedPermissions(user: user, client: client, in: transaction)
        var scopes = access.openID.values
        for api in access.apis {
            let granted = granting.granted(api.application)
            if api.isStatic, !granted.isEmpty {
                scopes += api.spellings
            } else {
                scopes += api.permissions.filter { granted.contains($0.value) }.map { api.spelling(of: $0.value) }
            }
        }
        return scopes
    }
}

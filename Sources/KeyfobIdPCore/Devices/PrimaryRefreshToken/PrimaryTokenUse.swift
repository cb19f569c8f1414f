import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth

/// The use of a primary refresh token: the broker requests tokens for an app under the session key (MS-OAPXBC section
/// 3.2.5.1.3). Consent, scopes and tenants follow the rules of every other grant.
enum PrimaryTokenUse {
    static func answer(_ compact: String, _ context: RequestContext) async throws -> HTTPResponse {
        let message: SessionSignedMessage
        do { message = try SessionSignedMessage(compact: compact) } catch {
            throw OAuthError(50027, ["detail": "the signed request cannot be read"], detail: error.message)
        }
        // Verifies the message before anything in it is used or written to the log.
        let proof = try await PrimaryTokenProof(message, context)
        let request = try PRTUseRequest(claims: message.claims)
        try checkFreshness(request, context)
        let isRenewal = request.scopes.contains(DeviceDialect.primaryRefreshTokenScope)
        var tokenRequest = TokenRequest(
            grant: .refreshToken(message.primaryRefreshToken), clientID: request.clientID,
            scopes: ScopeSet(request.scopes.filter { $0.lowercased() != DeviceDialect.primaryRefreshTokenScope }),
            resource: request.resource, claims: request.claimsRequest)
        tokenRequest.tokenType = request.extra["token_type"]?.stringValue
        tokenRequest.confirmation = request.extra["req_cnf"]?.stringValue
        let enrollmentID = request.extra["microsoft_enrollment_id"]?.stringValue.map { String($0.prefix(256)) }
        tokenRequest.extra.set("microsoft_enrollment_id", ifPresent: enrollmentID)
        let grant = try GrantRequest.checked(tokenRequest, context)
        try checkRedirect(request, grant.client)
        let caller = try CallerAssertion.check(
            request.caller, client: grant.client, redirectURI: request.redirectURI)
        let renewed = isRenewal ? Secret(context.random.token(byteCount: 48)) : nil
        let sealed = try renewed.map {
            try SealedSessionKey.seal(proof.sessionKey, under: $0, random: context.random)
        }
        let (issued, refreshToken) = try await grant.issue(context) { transaction in
            try SignedOnce.spend(compact, context, transaction)
            _ = try DeviceProof.registered(proof.device.id, transaction)
            // It may have been removed since it was read; a renewal must not restore it.
            guard try transaction.primaryRefreshToken(hash: proof.record.tokenHash) != nil else {
                throw OAuthError(
                    70000, ["detail": "the primary refresh token is not known"], suberror: "bad_token")
            }
            var access = try IssuingTenant.access(proof.record.access, at: grant.segment, context, transaction)
            access.grantID = GrantTree.child(of: access.grantID, random: context.random)
            access.clientID = grant.client.appID
            access.redirectURI = request.redirectURI
            access.scopes = grant.request.scopes.values
            access.resource = context.dialect == .v1 ? request.resource : nil
            access.evidence = access.evidence.asked(by: caller)
            access.evidence.enrollmentID = enrollmentID
            if let renewed, let sealed {
                var record = proof.record
                record.tokenHash = TokenHash.of(renewed.reveal())
                record.sealedSessionKey = sealed
                record.issuedAt = context.now
                record.expiresAt = context.now + PRTIssueResponse.defaultLifetime
                try transaction.insert(record)
            }
            return RedeemedGrant(access: access, leavesOutDeclined: false, event: .tokensBrokered)
        }
        let response = try TokenIssuer(context: context, client: grant.client)
            .response(for: issued, refreshToken: refreshToken, to: grant)
        var json = response.json(context.dialect).objectValue ?? [:]
        if let renewed {
            // In a separate member, so that it is not mistaken for the app's own refresh token; a broker that requests
            // tokens for itself gets it where the specification defines it.
            json["primary_refresh_token"] = .string(renewed.reveal())
            json["refresh_token_expires_in"] = .integer(PRTIssueResponse.defaultLifetime)
            if grant.client.appID == proof.record.access.clientID {
                json["refresh_token"] = .string(renewed.reveal())
            }
        }
        let body = try PRTUseResponse.seal(
            JSONValue.object(json).bytes(), with: proof.sessionKey, random: context.random)
        return HTTPResponse(status: 200, fields: ["Content-Type": PRTUseResponse.encryptedType], body: body)
    }

    /// Checks that the request was made recently.
    ///
    /// - Throws: ``OAuthError`` 140000 if the nonce is stale, or the message's own times are not now.
    private static func checkFreshness(_ request: PRTUseRequest, _ context: RequestContext) throws(OAuthError) {
        if let nonce = request.nonce {
            guard try RequestNonce.isFresh(nonce, context) else { throw OAuthError(140000) }
            return
        }
        // Without a nonce the message's own times count, within the lifetime of a nonce.
        let lifetime = RequestNonce.lifetime
        guard request.issuedAt <= context.now + lifetime, context.now <= request.issuedAt + lifetime,
            context.now <= request.expiresAt
        else { throw OAuthError(140000, detail: "the signed request has no nonce, and is too old or from the future") }
    }

    /// Checks the redirect URI of the app.
    ///
    /// - Throws: ``OAuthError`` 50011 if the redirect URI is not the app's, 900144 if an app that is not the vendor's
    ///   has none.
    private static func checkRedirect(_ request: PRTUseRequest, _ client: Application) throws(OAuthError) {
        guard let redirectURI = request.redirectURI, !redirectURI.isEmpty else {
            guard client.isFirstParty == true else { throw OAuthError.missing("redirect_uri") }
            return
        }
        guard RedirectMatching.isRegistered(redirectURI, in: client.redirectURIs.all) else {
            throw OAuthError(
                50011, ["redirect_uri": String(redirectURI.prefix(512)), "app": client.appID],
                detail: "not registered for \(client.displayName); add \(redirectURI.prefix(512))")
        }
    }
}

import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth

/// Signs the tokens of a client: an id token by itself, or all tokens of a response.
struct TokenIssuer {
    let context: RequestContext
    let client: Application

    /// Signs an id token.
    ///
    /// - Parameters:
    ///   - code: the code in the same response, to which the token is bound (`c_hash`, OpenID Connect Core section
    ///     3.3.2.11).
    ///   - isInAddress: whether the authorization endpoint issues the token.
    /// - Throws: ``OAuthError`` 90033 without a signing key, `CryptoError` if signing fails.
    func idToken(
        for subject: TokenSubject, besides code: String? = nil, isInAddress: Bool = false
    ) throws -> Secret<String> {
        var claims = idClaims(subject)
        GroupClaims.add(to: &claims, of: subject.user, for: client, isInAddress: isInAddress, in: context)
        claims["c_hash"] = code.map { .string(Base64URL.encode(Digest.sha256(Array($0.utf8)).prefix(16))) }
        return Secret(try JWS.sign(claims.bytes(), with: try signingKey()))
    }

    /// The user's identity across tenants, for `client_info`; nil at tenants that have none.
    func clientInfo(of subject: TokenSubject) -> ClientInfo? {
        HomeIdentity.clientInfo(of: subject.user, at: subject.access.tenantID, in: context.directory)
    }

    /// Signs the tokens for a token request.
    ///
    /// - Throws: as ``idToken(for:)``
    func response(
        for issued: IssuedAccess, refreshToken: String, to request: GrantRequest
    ) throws -> TokenResponse {
        let key = try signingKey()
        let understandsChallenges = issued.subject.claims.understandsChallenges
        let range =
            understandsChallenges
            ? context.configuration.continuousAccessTokenLifetime : context.configuration.accessTokenLifetime
        let lifetime = lifetime(in: range)
        var response = TokenResponse()
        response.accessToken = Secret(
            OpaqueToken.isMeant(for: issued, in: context.directory)
                ? try OpaqueToken.seal(accessClaims(issued, request, lifetime: lifetime), context)
                : try sign(accessClaims(issued, request, lifetime: lifetime), key, for: issued.api))
        response.scopes = issued.scopes
        response.expiresIn = lifetime
        response.extendedExpiresIn = lifetime
        if request.confirmation != nil { response.tokenType = "pop" }
        // A token that is valid for a day is renewed at half time, so that an outage does not find it expired.
        if understandsChallenges, issued.hasRefreshToken(context.dialect) {
            response.refreshIn = lifetime / 2
        }
        if issued.hasRefreshToken(context.dialect) {
            response.refreshToken = Secret(refreshToken)
            response.familyID = client.familyID
            if let end = issued.refreshTokenEnd {
                let seconds = end - context.now
                response.additional["refresh_token_expires_in"] =
                    context.dialect == .v1 ? .string(String(seconds)) : .integer(seconds)
            }
        }
        if issued.subject.openID.contains("openid") || context.dialect == .v1 {
            response.idToken = try idToken(for: issued.subject)
        }
        if request.request.wantsClientInfo || context.dialect == .v1 {
            response.clientInfo = clientInfo(of: issued.subject)
        }
        if context.dialect == .v1 {
            response.expiresOn = context.now + lifetime
            response.notBefore = context.now
            response.resource = issued.api.prefix.isEmpty ? issued.api.application.appID : issued.api.prefix
        }
        return response
    }

    /// A lifetime that is drawn at random from a range.
    func lifetime(in range: ClosedRange<Int64>) -> Int64 {
        let span = UInt64(range.upperBound - range.lowerBound) + 1
        let draw = context.random.bytes(4).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return range.lowerBound + Int64(draw % span)
    }

    func signingKey() throws(OAuthError) -> SigningKey {
        guard let key = context.directory.keys.current else { throw OAuthError(90033) }
        return key
    }

    func sign(_ claims: TokenClaims, _ key: SigningKey, for api: RequestedAPI) throws -> String {
        // Version 1 tokens name the key a second time, by the thumbprint of its certificate.
        let isOld = api.application.requestedAccessTokenVersion != 2
        let header: [String: JSONValue] = isOld && key.algorithm == .rs256 ? ["x5t": .string(key.keyID)] : [:]
        return try JWS.sign(claims.bytes(), header: header, with: key)
    }

    private func common(_ subject: TokenSubject, lifetime: Int64) -> TokenClaims {
        var claims: TokenClaims = [:]
        let now = JSONValue.integer(context.now)
        claims["iat"] = now
        claims["nbf"] = now
        claims["exp"] = .integer(context.now + lifetime)
        claims["tid"] = .string(subject.user.tenantID)
        claims["oid"] = .string(subject.user.objectID)
        claims["uti"] = .string(context.random.token(byteCount: 16))
        claims["name"] = .string(subject.user.displayName)
        return claims
    }

    private func accessClaims(
        _ issued: IssuedAccess, _ request: GrantRequest, lifetime: Int64
    ) throws -> TokenClaims {
        let subject = issued.subject
        let isOld = issued.api.application.requestedAccessTokenVersion != 2
        let user = subject.user
        var claims = common(subject, lifetime: lifetime)
        claims["iss"] = .string(Issuer.of(tenantID: user.tenantID, isOld ? .v1 : .v2, origin: context.origin))
        claims["sub"] = .string(PairwiseSubject.of(user, for: issued.api.application.appID, in: context.directory))
        claims["scp"] = .string(issued.permissions.joined(separator: " "))
        claims["sid"] = subject.access.sessionID.map { .string($0) }
        if isOld {
            claims["aud"] = .string(
                context.directory.audience(of: issued.api.application, named: issued.api.prefix))
            claims["ver"] = "1.0"
            claims["appid"] = .string(client.appID)
            claims["appidacr"] = .string(request.authentication.contextClass)
            claims["acr"] = "1"
            claims["amr"] = .strings(subject.access.evidence.authenticationMethods)
            claims["deviceid"] = subject.access.evidence.deviceID.map { .string($0) }
            claims["upn"] = .string(user.userPrincipalName)
            claims["unique_name"] = .string(user.userPrincipalName)
            claims["given_name"] = user.givenName.map { .string($0) }
            claims["family_name"] = user.familyName.map { .string($0) }
        } else {
            claims["aud"] = .string(issued.api.application.appID)
            claims["ver"] = "2.0"
            claims["azp"] = .string(client.appID)
            claims["azpacr"] = .string(request.authentication.contextClass)
            claims["preferred_username"] = .string(user.userPrincipalName)
        }
        TenantClaims.adjust(&claims, for: subject, in: context)
        GroupClaims.add(to: &claims, of: user, for: issued.api.application, in: context)
        try add(requested: issued, request, to: &claims)
        return claims
    }

    private func idClaims(_ subject: TokenSubject) -> TokenClaims {
        let user = subject.user
        var claims = common(subject, lifetime: context.configuration.idTokenLifetime)
        claims["iss"] = .string(Issuer.of(tenantID: user.tenantID, context.dialect, origin: context.origin))
        claims["aud"] = .string(client.appID)
        claims["sub"] = .string(PairwiseSubject.of(user, for: client.appID, in: context.directory))
        claims["nonce"] = subject.nonce.map { .string($0) }
        claims["sid"] = subject.access.sessionID.map { .string($0) }
        claims["ver"] = context.dialect == .v1 ? "1.0" : "2.0"
        if context.dialect == .v1 {
            claims["upn"] = .string(user.userPrincipalName)
            claims["unique_name"] = .string(user.userPrincipalName)
            claims["given_name"] = user.givenName.map { .string($0) }
            claims["family_name"] = user.familyName.map { .string($0) }
            claims["amr"] = .strings(subject.access.evidence.authenticationMethods)
        } else {
            claims["preferred_username"] = .string(user.userPrincipalName)
            if subject.openID.contains("email") { claims["email"] = user.mail.map { .string($0) } }
        }
        TenantClaims.adjust(&claims, for: subject, in: context)
        if context.dialect == .v2, !subject.openID.contains("profile"), !isCustomers(subject.user) {
            for name in ["name", "preferred_username", "oid"] { claims[name] = nil }
        }
        addContexts(subject, to: &claims)
        if !subject.roles.isEmpty { claims["roles"] = .strings(subject.roles) }
        let optional = client.optionalClaims?.idToken ?? []
        OptionalClaimRule.add(optional + permitted(subject.claims.idToken, subject), to: &claims, subject)
        return claims
    }

    /// Adds the authentication contexts that the client has requested for its id token, and that the user has met:
    /// `acrs`, and `acr` where it is requested (OpenID Connect Core section 2). Any other sign-in has the class 1.
    private func addContexts(_ subject: TokenSubject, to claims: inout TokenClaims) {
        let met = subject.claims.idTokenContexts.filter { subject.access.contexts?.contains($0) == true }
        if subject.claims.idToken["acrs"] != nil, !met.isEmpty { claims["acrs"] = .strings(met) }
        guard subject.claims.idToken["acr"] != nil else { return }
        claims["acr"] = .string(subject.claims.preferredContexts.first { met.contains($0) } ?? "1")
    }

    /// Whether the user is a customer at B2C: there the policy determines the claims, and not the scopes.
    private func isCustomers(_ user: User) -> Bool { context.directory.kind(ofTenant: user.tenantID) == .b2c }
}

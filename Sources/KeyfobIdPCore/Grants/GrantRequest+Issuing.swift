import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The rules that all grants share; each grant adds its user and its access.
extension GrantRequest {
    /// A token request with its client, tenant and scopes looked up.
    static func checked(_ request: TokenRequest, _ context: RequestContext) throws(OAuthError) -> GrantRequest {
        let segment = try TenantSegment(context.tenantSegment, in: context.directory, app: request.clientID)
        let client = try publicClient(of: request, segment, context)
        let limits = context.configuration.limits
        // Requests that a device has signed are not forms, whose scopes are counted already.
        try limits.check(request.scopes)
        let asked = try ScopesAsked(request, client: client, segment: segment, context)
        var grant = GrantRequest(
            request: request, client: client, segment: segment, asked: asked,
            claims: try RequestedClaims(request.claims, limits: limits),
            confirmation: try ConfirmationKey.requested(by: request))
        grant.assertion = try SAMLAssertionRedemption(grant, context)
        return grant
    }

    /// Redeems a grant, applies the rules that all grants share, and writes the result.
    ///
    /// - Parameter source: redeems the grant; throws if it cannot be redeemed.
    /// - Returns: the issued access, and the refresh token that was written if there is one.
    /// - Throws: ``DeviceWanted`` where a challenge to the device would help, ``OAuthError`` otherwise.
    func issue(
        _ context: RequestContext, source: @escaping @Sendable (any IdPTransaction) throws -> RedeemedGrant
    ) async throws -> (issued: IssuedAccess, refreshToken: String) {
        let refreshToken = context.random.token(byteCount: 48)
        // A refused grant still commits, since a refusal may have used up a code; so refusals are returned, not thrown.
        let result = try await context.transaction { transaction -> Result<IssuedAccess, OAuthError> in
            var knownDevice: String?
            do {
                let redeemed = try source(transaction)
                knownDevice = redeemed.access.evidence.deviceID
                let issued = try IssuedAccess(redeemed, self, context, transaction)
                let refusal = try context.refusal(
                    of: issued.subject.user, clientID: client.appID, at: .token, in: transaction)
                if let refusal { throw refusal }
                try issued.record(refreshToken: refreshToken, self, context, transaction)
                return .success(issued)
            } catch let error as OAuthError {
                // The client repeats the request with the device's proof: nothing of it is used up.
                if knownDevice == nil, DeviceChallenge.mayHelp(error, context) { throw DeviceWanted(error: error) }
                return .failure(error)
            }
        }
        return (try result.get(), refreshToken)
    }

    /// The client, which must be public and send no credentials.
    private static func publicClient(
        of request: TokenRequest, _ segment: TenantSegment, _ context: RequestContext
    ) throws(OAuthError) -> Application {
        guard let id = request.clientID else { throw OAuthError.missing("client_id") }
        guard let client = context.directory.application(id) else {
            throw OAuthError(700016, ["app": String(id.prefix(64)), "tenant": segment.key])
        }
        guard client.isEnabled else { throw OAuthError(7000112, ["app": client.displayName]) }
        if request.clientSecret != nil || request.extra["client_assertion"] != nil
            || (context.request.fields["Authorization"] != nil && !PKeyAuthProof.isPresent(in: context.request))
        {
            throw OAuthError(700025)
        }
        return client
    }
}

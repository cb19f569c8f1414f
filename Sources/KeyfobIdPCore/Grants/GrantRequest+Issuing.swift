import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The rules that all grants share; each grant adds its user and its access.
extension GrantRequest {
    /// A token request with its client, tenant and scopes looked up.
    ///
    /// - Parameters:
    ///   - presented: the client's credential, which a request that a device has signed does not have.
    ///   - tenant: the tenant segment; nil takes it from the address.
    ///   - isOfPortal: whether the portal redeems the grant itself.
    static func checked(
        _ request: TokenRequest, presenting presented: PresentedCredential = .none, at tenant: String? = nil,
        isOfPortal: Bool = false, _ context: RequestContext
    ) throws(OAuthError) -> GrantRequest {
        let segment = try TenantSegment(tenant ?? context.tenantSegment, in: context.directory, app: request.clientID)
        let client = try RequestingClient.find(request.clientID, segment, context)
        let authentication = try ClientAuthentication(presented, of: client, at: segment, context)
        try request.grant.check(authentication, of: client)
        try request.grant.check(presented, from: context.request)
        let limits = context.configuration.limits
        // Requests that a device has signed are not forms, whose scopes are counted already.
        try limits.check(request.scopes)
        let asked = try ScopesAsked(request, client: client, segment: segment, context)
        return GrantRequest(
            request: request, client: client, authentication: authentication, segment: segment, asked: asked,
            claims: try RequestedClaims(request.claims, limits: limits),
            confirmation: try ConfirmationKey.requested(by: request),
            assertion: try SAMLAssertionRedemption(request, at: segment, context), isOfPortal: isOfPortal)
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
        // The exception is a client that has not authenticated: it uses nothing up.
        let result: Result<IssuedAccess, OAuthError>
        do {
            result = try await context.shortTransaction { [self] transaction -> Result<IssuedAccess, OAuthError> in
                var knownDevice: String?
                do {
                    let redeemed = try source(transaction)
                    knownDevice = redeemed.access.evidence.deviceID
                    let issued = try IssuedAccess(redeemed, self, context, transaction)
                    let refusal = try context.refusal(
                        of: issued.subject.user, clientID: client.appID, at: .token, in: transaction)
                    if let refusal { throw refusal }
                    try authentication.spend(in: transaction)
                    try issued.record(refreshToken: refreshToken, self, context, transaction)
                    return .success(issued)
                } catch let error as OAuthError {
                    // The client repeats the request with the device's proof: nothing of it is used up.
                    if knownDevice == nil, DeviceChallenge.mayHelp(error, context) { throw DeviceWanted(error: error) }
                    return .failure(error)
                }
            }
        } catch let refused as ClientRefused {
            throw refused.error
        }
        return (try result.get(), refreshToken)
    }
}

extension TokenGrant {
    /// Refuses a credential that a page sends: what a page has is no secret. A code or a refresh token is judged by its
    /// redirect URI, as for authentication.
    ///
    /// - Throws: ``OAuthError`` 9002326
    fileprivate func check(_ presented: PresentedCredential, from request: HTTPRequest) throws(OAuthError) {
        switch self {
        case .authorizationCode, .refreshToken: return
        case .clientCredentials, .onBehalfOf, .deviceCode, .samlAssertion, .password:
            guard presented.proof == nil || request.fields["Origin"] == nil else { throw OAuthError(9_002_326) }
        }
    }

    /// Requires the client's authentication where the grant itself determines whether it is needed. A code or a refresh
    /// token determines it by the redirect URI: ``ClientPlatform``.
    ///
    /// - Throws: ``OAuthError`` 7000216 or 7000218 if a credential is missing, and that of a wrong one.
    fileprivate func check(_ authentication: ClientAuthentication, of client: Application) throws(OAuthError) {
        switch self {
        case .authorizationCode, .refreshToken: return
        case .clientCredentials: try authentication.require(client, missing: 7_000_216)
        case .onBehalfOf: try authentication.require(client)
        case .deviceCode, .samlAssertion, .password:
            if case .absent = authentication, client.isPublicByDefault { return }
            try authentication.require(client)
        }
    }
}

import KeyfobCore
import KeyfobOAuth

/// `POST /T/oauth2/v2.0/token` and `/T/oauth2/token` (RFC 6749 section 3.2). What all grants share stands here; a grant
/// says whose access it is and what the client may have of it.
enum TokenEndpoint {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        let request = try TokenRequest(parsing: try context.form())
        let segment = try TenantSegment(context.tenantSegment, in: context.directory, app: request.clientID)
        let client = try client(of: request, segment, context)
        let asked = try ScopesAsked(request, client: client, segment: segment, context)
        let grant = GrantRequest(
            request: request, client: client, segment: segment, asked: asked,
            claims: try RequestedClaims(request.claims), confirmation: try ConfirmationKey.requested(by: request))
        let refreshToken = context.random.token(byteCount: 48)
        // A refused grant still commits, since a refusal may have used up a code; so refusals are returned, not thrown.
        let result = try await context.transaction { transaction -> Result<IssuedAccess, OAuthError> in
            do {
                let source = try grant.redeem(context, transaction)
                let issued = try IssuedAccess(source, grant, context, transaction)
                let forced = try ForcedErrorRule.takeForUser(
                    issued.user, clientID: client.appID, at: .token, context, in: transaction)
                if let forced { throw forced }
                try issued.record(refreshToken: refreshToken, grant, context, transaction)
                return .success(issued)
            } catch let error as OAuthError {
                return .failure(error)
            }
        }
        let issued = try result.get()
        let response = try TokenMint(context: context, client: client, request: grant)
            .response(for: issued, refreshToken: refreshToken)
        return .json(response.json(context.dialect))
    }

    /// The client, which is public: it has no secret, and must not pretend to have one.
    private static func client(
        of request: TokenRequest, _ segment: TenantSegment, _ context: RequestContext
    ) throws(OAuthError) -> Application {
        guard let id = request.clientID else { throw OAuthError.missing("client_id") }
        guard let client = context.directory.application(id) else {
            throw OAuthError(700016, ["app": String(id.prefix(64)), "tenant": segment.key])
        }
        guard client.isEnabled else { throw OAuthError(7000112, ["app": client.displayName]) }
        if request.clientSecret != nil || request.extra["client_assertion"] != nil
            || context.request.fields["Authorization"] != nil
        {
            throw OAuthError(700025)
        }
        return client
    }
}

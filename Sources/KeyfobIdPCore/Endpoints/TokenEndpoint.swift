import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// `POST /T/oauth2/v2.0/token` and `/T/oauth2/token` (RFC 6749 section 3.2).
enum TokenEndpoint {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        let form = try context.form()
        if let response = try await SignedRequests.answer(form, context) { return response }
        let presented = PresentedCredential(form, context.request)
        var request = try TokenRequest(parsing: form)
        if request.clientID == nil { request.clientID = presented.clientID }
        if case .clientCredentials = request.grant {
            return try await ClientCredentialsGrant.answer(request, presenting: presented, context)
        }
        let grant = try GrantRequest.checked(request, presenting: presented, context)
        let identified = try await grant.identifiedUser(context)
        let device = try await PKeyAuthProof.device(at: context)
        do {
            let (issued, refreshToken) = try await grant.issue(context) { transaction in
                var source = try grant.redeem(by: identified, context, transaction)
                if let device { source.access.evidence.deviceID = device.id }
                return source
            }
            return try reply(issued, refreshToken: refreshToken, grant, context)
        } catch let wanted as DeviceWanted {
            return try await DeviceChallenge.unauthorized(wanted.error, grant.segment, context)
        }
    }

    private static func reply(
        _ issued: IssuedAccess, refreshToken: String, _ grant: GrantRequest, _ context: RequestContext
    ) throws -> HTTPResponse {
        let response = try TokenIssuer(context: context, client: grant.client)
            .response(for: issued, refreshToken: refreshToken, to: grant)
        return .json(response.json(context.dialect))
    }
}

import KeyfobCore
import KeyfobOAuth

/// Challenges a device to prove its key (MS-PKAP), where an error requires a device and the client supports such
/// challenges. It is challenged once; without a proof the sign-in continues without a device.
enum DeviceChallenge {
    /// The errors that a device's proof may resolve: a device has to authenticate, be registered, or be compliant with
    /// the organization's rules.
    private static let wanting: Set<Int> = [50097, 50129, 53000, 53001]

    /// Whether to send a challenge instead of an error at the token endpoint.
    static func mayHelp(_ error: OAuthError, _ context: RequestContext) -> Bool {
        wanting.contains(error.number) && canAsk(context)
    }

    /// Whether the client of a token request supports challenges, and has not responded to one yet.
    static func canAsk(_ context: RequestContext) -> Bool {
        context.endpoint == .token && PKeyAuthSupport.isAdvertised(context.request)
            && !DeviceAnswer.isPresent(in: context.request)
    }

    /// The token endpoint's challenge: the error with `WWW-Authenticate`.
    static func unauthorized(
        _ error: OAuthError, _ segment: TenantSegment, _ context: RequestContext
    ) async throws -> HTTPResponse {
        var response = HTTPResponse.json(Failure.body(error, context).json, status: 401)
        let challenge = try make(submitURL: nil, segment, context)
        response.fields.set("WWW-Authenticate", challenge.fieldValue)
        return response
    }

    /// Replaces such an error on a page with a challenge.
    static func instead(
        of decision: SignInDecision, _ attempt: SignInAttempt, _ context: RequestContext
    ) -> SignInDecision {
        guard case .fail(let error) = decision, wanting.contains(error.number), isUseful(attempt, context) else {
            return decision
        }
        return .deviceProof
    }

    /// Whether to challenge a device that has not proved itself yet, before reporting that one is missing.
    static func isUseful(_ attempt: SignInAttempt, _ context: RequestContext) -> Bool {
        PKeyAuthSupport.isAdvertised(context.request) && attempt.pending.deviceWasAsked != true
            && attempt.pending.evidence.deviceID == nil
    }

    /// The page's challenge: a redirect to `urn:http-auth:PKeyAuth?…`; the response comes to ``answer(_:)``.
    static func redirect(
        flow: String, _ segment: TenantSegment, _ context: RequestContext
    ) throws(OAuthError) -> HTTPResponse {
        let query = FormParameters([("flow", flow)]).encoded
        let submit = HTTPURL("\(context.origin)/common/DeviceAuthPKeyAuth?\(query)")
        let challenge = try make(submitURL: submit, segment, context)
        return HTTPResponse(status: 302, fields: ["Location": challenge.url])
    }

    /// `GET /common/DeviceAuthPKeyAuth?flow=…`: continues the sign-in, with the device's proof or without.
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        var attempt = try await PendingForm.attempt(try context.query(), context)
        guard attempt.pending.deviceWasAsked == true else { throw OAuthError(50089, detail: "no challenge was sent") }
        do {
            if let device = try await DeviceAnswer.device(at: context) {
                attempt.pending.evidence.deviceID = device.id
                var entry = SignInLog.entry(.deviceProved, attempt, context, detail: device.displayName)
                entry.deviceID = device.id
                let proved = entry
                try await context.transaction { try $0.append([proved]) }
            }
        } catch let error as OAuthError {
            guard let disabled = DisabledDevice.named(by: error) else { throw error }
            attempt.pending.disabledDeviceID = disabled
        }
        return try await SignInDispatcher.proceed(attempt, context)
    }

    private static func make(
        submitURL: HTTPURL?, _ segment: TenantSegment, _ context: RequestContext
    ) throws(OAuthError) -> PKeyAuthChallenge {
        PKeyAuthChallenge(
            context: context.random.token(byteCount: 16), nonce: try RequestNonce.make(context), submitURL: submitURL,
            tenantID: segment.tenant?.id)
    }
}

/// A grant was refused because it lacks a device's proof, and its client can be challenged. Nothing was written.
struct DeviceWanted: Error {
    let error: OAuthError
}

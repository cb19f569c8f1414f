import KeyfobCore
import KeyfobOAuth

/// Asks a device to prove its key (MS-PKAP), where a refusal says that a device is wanted and the sender has said that it
/// answers such questions. It is asked once; what it has not got then, it has not got.
enum DeviceChallenge {
    /// The errors that a device's proof may turn into success: a device has to authenticate, be registered, or keep the
    /// organization's rules.
    private static let wanting: Set<Int> = [50097, 50129, 53000, 53001]

    /// Whether to ask in place of an error at the token endpoint.
    static func mayHelp(_ error: OAuthError, _ context: RequestContext) -> Bool {
        wanting.contains(error.number) && canAsk(context)
    }

    /// Whether whoever asks for tokens answers such questions, and has not been asked yet.
    static func canAsk(_ context: RequestContext) -> Bool {
        context.endpoint == .token && PKeyAuthSupport.isAdvertised(context.request)
            && !DeviceAnswer.isPresent(in: context.request)
    }

    /// The token endpoint's question: the error, and how to answer (`WWW-Authenticate`).
    static func unauthorized(
        _ error: OAuthError, _ segment: TenantSegment, _ context: RequestContext
    ) async throws -> HTTPResponse {
        var response = HTTPResponse.json(Failure.body(error, context).json, status: 401)
        let challenge = try make(submitURL: nil, segment, context)
        response.fields.set("WWW-Authenticate", challenge.fieldValue)
        return response
    }

    /// What comes next on pages in place of such an error.
    static func instead(
        of decision: SignInDecision, _ attempt: SignInAttempt, _ context: RequestContext
    ) -> SignInDecision {
        guard case .fail(let error) = decision, wanting.contains(error.number), isUseful(attempt, context) else {
            return decision
        }
        return .deviceProof
    }

    /// Whether a device can be asked that has not shown itself: before anybody is told that one is missing.
    static func isUseful(_ attempt: SignInAttempt, _ context: RequestContext) -> Bool {
        PKeyAuthSupport.isAdvertised(context.request) && attempt.pending.deviceWasAsked != true
            && attempt.pending.evidence.deviceID == nil
    }

    /// The page's question: a redirect to `urn:http-auth:PKeyAuth?…`, whose answer comes to ``answer(_:)``.
    static func redirect(
        flow: String, _ segment: TenantSegment, _ context: RequestContext
    ) throws(OAuthError) -> HTTPResponse {
        let query = FormParameters([("flow", flow)]).encoded
        let submit = HTTPURL("\(context.origin)/common/DeviceAuthPKeyAuth?\(query)")
        let challenge = try make(submitURL: submit, segment, context)
        return HTTPResponse(status: 302, fields: ["Location": challenge.url])
    }

    /// `GET /common/DeviceAuthPKeyAuth?flow=…`: the sign-in goes on with the device's proof, or without.
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        var attempt = try await PendingForm.attempt(try context.query(), context)
        guard attempt.pending.deviceWasAsked == true else { throw OAuthError(50089, detail: "no device was asked") }
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

/// A grant was refused for want of a device's proof, from a sender that can be asked for it. Nothing was written.
struct DeviceWanted: Error {
    let error: OAuthError
}

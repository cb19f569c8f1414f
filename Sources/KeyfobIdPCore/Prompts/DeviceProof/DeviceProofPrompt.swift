import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// Challenges the device to prove its key, by a redirect to `urn:http-auth:PKeyAuth?…` (MS-PKAP).
struct DeviceProofPrompt: SignInPrompt {
    static let form = PromptForm(.get, path: "/common/DeviceAuthPKeyAuth", accept)

    /// Whether to challenge a device that has not proved itself yet, before reporting that one is missing.
    static func isUseful(_ attempt: SignInAttempt, _ context: RequestContext) -> Bool {
        PKeyAuthSupport.isAdvertised(context.request) && attempt.pending.deviceWasAsked != true
            && attempt.pending.evidence.deviceID == nil
    }

    func prepare(
        _ pending: inout PendingSignIn, _ attempt: SignInAttempt, _ context: RequestContext,
        in transaction: any IdPTransaction
    ) -> PageNotice? {
        pending.deviceWasAsked = true
        return nil
    }

    func entry(_ attempt: SignInAttempt, _ context: RequestContext) -> SignInLogEntry? { nil }

    func response(_ shown: ShownPrompt, _ context: RequestContext) throws -> HTTPResponse {
        let query = FormParameters([("flow", shown.flow)]).encoded
        let submit = HTTPURL("\(context.origin)/common/DeviceAuthPKeyAuth?\(query)")
        let challenge = try DeviceChallenge.make(submitURL: submit, shown.attempt.draft.segment, context)
        return HTTPResponse(status: 302, fields: ["Location": challenge.url])
    }

    /// `GET /common/DeviceAuthPKeyAuth?flow=…`: continues the sign-in, with the device's proof or without.
    private static func accept(_ context: RequestContext) async throws -> PromptForm.Result {
        var attempt = try await PendingForm.attempt(try context.query(), context)
        guard attempt.pending.deviceWasAsked == true else { throw OAuthError(50089, detail: "no challenge was sent") }
        do {
            if let device = try await PKeyAuthProof.device(at: context) {
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
        return .proceed(attempt)
    }
}

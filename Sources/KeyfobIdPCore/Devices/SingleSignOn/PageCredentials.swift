import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The credentials of a broker's web view, or of a browser with the broker's help, that sign the user in without a
/// prompt: a primary refresh token (`x-ms-RefreshTokenCredential`) or the device alone (`x-ms-DeviceCredential`), as a
/// header or cookie.
///
/// A credential that is stale or used gets one redirect to the same address with a fresh nonce. One that is not valid
/// is ignored, and the user is prompted. One of a disabled device ends the sign-in.
enum PageCredentials {
    /// Adds the evidence of the credentials to a sign-in.
    ///
    /// - Returns: the redirect for a fresh nonce, if that comes first.
    /// - Throws: ``OAuthError`` 50011 if the broker's caller is not the app of the request.
    static func apply(to attempt: inout SignInAttempt, _ context: RequestContext) async throws -> HTTPResponse? {
        do {
            // The device first: the other one begins a new session, which a redirect for a fresh nonce would lose.
            if let compact = value(DeviceDialect.deviceCredentialField, context.request) {
                attempt.pending.evidence.deviceID = try await device(compact, context).id
            }
            if let compact = value(DeviceDialect.refreshTokenCredentialField, context.request) {
                try await PrimaryTokenSignIn(compact, context).apply(to: &attempt, context)
            }
            return nil
        } catch let error as OAuthError where error.number != 50011 {
            if error.number == 140000, let again = try again(context) { return again }
            var entry = SignInLog.entry(
                .refused, attempt, context, errorCode: error.number,
                detail: error.detail ?? error.entry.text(error.values))
            entry.deviceID = error.values["device"]
            let refusal = entry
            try await context.transaction { try $0.append([refusal]) }
            attempt.pending.disabledDeviceID = DisabledDevice.named(by: error)
            return nil
        }
    }

    private static func value(_ name: String, _ request: HTTPRequest) -> String? {
        let fields = request.fields.all(name)
        return fields.isEmpty ? Cookies.value(name, in: request) : fields.count == 1 ? fields[0] : nil
    }

    private static func device(_ compact: String, _ context: RequestContext) async throws -> RegisteredDevice {
        guard let message = try? DeviceSignedMessage(compact: compact),
            let credential = DeviceCredential(claims: message.claims)
        else { throw OAuthError(50027, ["detail": "the device's credential cannot be read"]) }
        let signature = try DeviceSignature(message, context)
        return try await context.transaction { transaction in
            let device = try DeviceProof.device(of: signature, transaction)
            guard try RequestNonce.isFresh(credential.nonce, context) else { throw OAuthError(140000) }
            try SignedOnce.spend(compact, context, transaction)
            return device
        }
    }

    /// A redirect to the same address with a fresh nonce; nil if it has one already, to prevent a redirect loop.
    private static func again(_ context: RequestContext) throws -> HTTPResponse? {
        guard context.request.method == .get else { return nil }
        let query = try context.query()
        let name = DeviceDialect.freshNonceParameter
        if let given = query[name], try RequestNonce.isFresh(given, context) { return nil }
        let url = context.request.url
        // The rest stays as it was written: the signature of a SAML request covers these characters.
        let kept = (url.query ?? "").split(separator: "&").filter { !$0.hasPrefix("\(name)=") }.map(String.init)
        let fresh = FormParameters([(name, try RequestNonce.make(context))]).encoded
        return HTTPResponse(
            status: 302,
            fields: ["Location": url.with(path: url.path, query: (kept + [fresh]).joined(separator: "&")).description])
    }
}

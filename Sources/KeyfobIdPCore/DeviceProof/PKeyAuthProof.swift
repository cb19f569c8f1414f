import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// A device's response to a challenge, in `Authorization: PKeyAuth …`.
enum PKeyAuthProof {
    static func isPresent(in request: HTTPRequest) -> Bool {
        request.fields.all("Authorization").contains { $0.lowercased().hasPrefix("pkeyauth ") }
    }

    /// The device that proved its key with this request.
    ///
    /// - Returns: nil if there is no response, or one that states that there is no such key.
    /// - Throws: ``OAuthError`` 50155 if the response is not valid: malformed, for another address, stale, used before,
    ///   or of a device that may not be used.
    static func device(at context: RequestContext) async throws -> RegisteredDevice? {
        guard isPresent(in: context.request) else { return nil }
        func refusal(_ detail: String) -> OAuthError {
            OAuthError(50155, ["user": "the user"], suberror: "device_authentication_failed", detail: detail)
        }
        let fields = context.request.fields.all("Authorization")
        guard fields.count == 1, let answer = try? PKeyAuthResponse.parse(fields[0]) else {
            throw refusal("the response to the device challenge is malformed")
        }
        guard let message = answer.message,
            let compact = AuthenticationChallenge.parse(fields[0]).first?.parameters["authtoken"]
        else { return nil }
        let place = context.request.url
        guard answer.audience?.lowercased() == place.with(path: place.path).description.lowercased() else {
            throw refusal("the response to the device challenge is for another address")
        }
        guard let nonce = answer.nonce, try RequestNonce.isFresh(nonce, context) else {
            throw refusal("the response to the device challenge is too old")
        }
        let signature = try DeviceSignature(message, context)
        return try await context.transaction { transaction in
            let device = try DeviceProof.device(of: signature, transaction)
            try SignedOnce.spend(compact, context, transaction)
            return device
        }
    }
}

import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth

/// Requests to the token endpoint that are not plain parameters: the request for a nonce, and requests that a device
/// has signed.
enum SignedRequests {
    /// The response; nil if the form is an ordinary token request.
    static func answer(_ form: FormParameters, _ context: RequestContext) async throws -> HTTPResponse? {
        switch form["grant_type"] {
        case ServerNonce.grantType: return .json(ServerNonce.json(try RequestNonce.make(context)))
        case DeviceDialect.signedRequestGrant:
            guard let compact = form.nonEmpty("request") else { return nil }
            guard let jws = try? JWS(compact: compact) else {
                throw OAuthError(50027, ["detail": "the signed request cannot be read"])
            }
            return jws.header["x5c"] == nil
                ? try await PrimaryTokenUse.answer(compact, context)
                : try await PrimaryTokenIssue.answer(compact, context)
        default: return nil
        }
    }
}

extension RegisteredDevice {
    /// Issues a new session key for the device.
    func sessionKey(
        random: any RandomSource
    ) throws(JOSEError) -> (key: SessionKey, message: Secret<String>) {
        do {
            return try SessionKey.issue(for: try AsymmetricPublicKey(der: transportKey), random: random)
        } catch let error as JOSEError {
            throw error
        } catch {
            throw JOSEError("The device's transport key cannot be read.")
        }
    }
}

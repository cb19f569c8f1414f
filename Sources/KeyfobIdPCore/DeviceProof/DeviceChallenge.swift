import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// Challenges a device to prove its key (MS-PKAP), where an error requires a device and the client supports such
/// challenges. It is challenged once; without a proof the sign-in continues without a device.
enum DeviceChallenge {
    /// The errors that a device's proof may resolve: a device has to authenticate, be registered, or be compliant with
    /// the organization's rules.
    static let resolvable: Set<Int> = [50097, 50129, 53000, 53001]

    /// Whether to send a challenge instead of an error at the token endpoint.
    static func mayHelp(_ error: OAuthError, _ context: RequestContext) -> Bool {
        resolvable.contains(error.number) && canAsk(context)
    }

    /// Whether the client of a token request supports challenges, and has not responded to one yet.
    static func canAsk(_ context: RequestContext) -> Bool {
        context.endpoint == .token && PKeyAuthSupport.isAdvertised(context.request)
            && !PKeyAuthProof.isPresent(in: context.request)
    }

    /// The token endpoint's challenge: the error with `WWW-Authenticate`.
    static func unauthorized(
        _ error: OAuthError, _ segment: TenantSegment, _ context: RequestContext
    ) async throws -> HTTPResponse {
        var response = HTTPResponse.json(ErrorResponse.body(error, context).json, status: 401)
        let challenge = try make(submitURL: nil, segment, context)
        response.fields.set("WWW-Authenticate", challenge.fieldValue)
        return response
    }

    /// A challenge with a fresh nonce.
    ///
    /// - Parameter submitURL: the address for the response of a web view; nil at the token endpoint.
    static func make(
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

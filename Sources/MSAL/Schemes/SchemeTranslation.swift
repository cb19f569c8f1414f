import Foundation
import KeyfobClient
import KeyfobCore
import KeyfobOAuth

/// Converts MSAL's authentication schemes to the core's.
enum SchemeTranslation {
    /// The token and scheme that a result shows.
    struct Proof: Sendable {
        /// The token, or the signed request that contains it.
        let accessToken: String
        /// The name in the `Authorization` header.
        let scheme: String

        init(_ result: TokenResult) {
            accessToken = (result.signedRequest ?? result.accessToken).reveal()
            scheme = result.scheme.name
        }
    }

    /// nil means Bearer.
    ///
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000, if the request's address cannot be signed, or
    ///   the scheme's class is unknown.
    static func core(_ scheme: (any MSALAuthenticationSchemeProtocol)?) throws -> AuthenticationScheme {
        guard let scheme, scheme.scheme == .pop else { return .bearer }
        guard let pop = scheme as? MSALAuthenticationSchemePop else {
            throw ErrorTranslation.error(
                .internalErrorInvalidParameter,
                "The authentication scheme is of an unknown class. Use MSALAuthenticationSchemePop.")
        }
        guard let url = HTTPURL(pop.requestUrl.absoluteString) else {
            throw ErrorTranslation.error(
                .internalErrorInvalidParameter,
                "The address of the request to sign is not an absolute http or https URL.")
        }
        return .proofOfPossession(
            ProofOfPossession(method: HTTPMethod(rawValue: pop.httpMethod.text), url: url, nonce: pop.nonce))
    }
}

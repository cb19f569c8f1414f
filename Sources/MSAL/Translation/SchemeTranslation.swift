import Foundation
import KeyfobClient
import KeyfobCore

/// MSAL's authentication schemes as the core has them.
enum SchemeTranslation {
    /// What a result shows of its token.
    struct Proof: Sendable {
        /// The token, or the signed request that holds it.
        let accessToken: String
        /// The name in the `Authorization` header.
        let scheme: String

        init(_ result: TokenResult) {
            accessToken = result.accessToken.reveal()
            scheme = "Bearer"
        }
    }

    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000, if the core does not have the scheme.
    static func apply(
        _ scheme: (any MSALAuthenticationSchemeProtocol)?, to parameters: inout SilentParameters
    ) throws { try check(scheme) }

    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000, if the core does not have the scheme.
    static func apply(
        _ scheme: (any MSALAuthenticationSchemeProtocol)?, to parameters: inout InteractiveParameters
    ) throws { try check(scheme) }

    private static func check(_ scheme: (any MSALAuthenticationSchemeProtocol)?) throws {
        guard scheme?.scheme ?? .bearer == .bearer else {
            throw ErrorTranslation.error(
                .internalErrorInvalidParameter, "Proof of possession is not supported yet. Pass no scheme.")
        }
    }
}

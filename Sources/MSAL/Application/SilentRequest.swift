import Foundation
import KeyfobClient
import KeyfobCore

/// Converts a silent call's parameters to the core's.
struct SilentRequest: TokenRequestSource {
    let parameters: SilentParameters
    let correlationID: UUID

    /// - Throws: an error of ``MSALErrorDomain``: `interactionRequired` if no account is named, and as
    ///   ``CommonParameters/init(_:of:)``.
    init(_ given: MSALSilentTokenParameters, of application: MSALPublicClientApplication) throws {
        let correlationID = given.correlationId ?? UUID()
        self.correlationID = correlationID
        parameters = try ErrorTranslation.correlating(correlationID) {
            try Self.parameters(given, of: application, correlationID)
        }
    }

    private static func parameters(
        _ given: MSALSilentTokenParameters, of application: MSALPublicClientApplication, _ correlationID: UUID
    ) throws -> SilentParameters {
        let common = try CommonParameters(given, of: application)
        guard let account = given.account else {
            throw ErrorTranslation.translate(
                AuthError(
                    .interactionRequired, origin: .app, message: "The call names no account.",
                    remedy: "Pass one of allAccounts(), or let the user sign in with acquireToken."),
                during: .silent)
        }
        var parameters = SilentParameters(
            scopes: common.scopes, account: account.core, authority: common.authority,
            forceRefresh: given.forceRefresh, claims: common.claims,
            correlationID: correlationID.uuidString.lowercased(), scheme: common.scheme)
        parameters.extraQueryParameters = common.extraQueryParameters
        parameters.usesStoreAfterBroker = given.allowUsingLocalCachedRtWhenSsoExtFailed
        return parameters
    }
}

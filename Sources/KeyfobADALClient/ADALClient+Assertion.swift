import KeyfobCache
package import KeyfobClient
package import KeyfobCore
import KeyfobFlows
package import KeyfobOAuth

extension ADALClient {
    /// Gets a token for a SAML assertion of a federated identity provider (RFC 7522), unless the caches have one.
    ///
    /// - Parameters:
    ///   - assertion: the assertion's XML.
    ///   - version: the assertion's version.
    ///   - request: the resource, authority and user.
    /// - Throws: as ``acquireTokenSilent(_:)``; `interactionRequired` if the server does not accept the assertion.
    package func acquireToken(
        assertion: Secret<String>, version: SAMLAssertionGrant, _ request: ADALRequest
    ) async throws(AuthError) -> ADALResult {
        let correlationID = correlationID(of: request)
        do throws(AuthError) {
            try request.check()
            try await validate(request, correlationID)
            if let result = try await silentIfPossible(request, correlationID) { return result }
            var parameters = AssertionFlowParameters(
                clientID: request.clientID, authority: request.authority, resource: request.resource,
                assertion: assertion, version: version, claims: request.wireClaims, correlationID: correlationID)
            parameters.headerFields = PlatformFields.fields
            let flow = try await flows.redeem(parameters)
            let acquisition = try ADALAcquisition(flow, request: request)
            try acquisition.checkUser(request.user)
            return try await keep(acquisition, source: .assertion)
        } catch {
            throw error.correlated(correlationID)
        }
    }

    /// Returns a token from the caches; nil if `interactionRequired` was thrown.
    func silentIfPossible(
        _ request: ADALRequest, _ correlationID: String
    ) async throws(AuthError) -> ADALResult? {
        do throws(AuthError) {
            return try await silent(request, correlationID)
        } catch {
            guard error.code == .interactionRequired else { throw error }
            return nil
        }
    }
}

public import KeyfobCore
import KeyfobFlows

extension PublicClientApplication {
    /// Lets a person sign in on another device (RFC 8628) and returns a token.
    ///
    /// - Parameters:
    ///   - parameters: what to ask for.
    ///   - prompt: shows the person the code and where to enter it; called once. The server is polled meanwhile.
    /// - Throws: `AuthError` as ``acquireToken(_:)`` does, and with code `interactionRequired` if the code was not
    ///   entered in time.
    public func acquireTokenByDeviceCode(
        _ parameters: DeviceCodeParameters, prompt: @escaping @Sendable (DeviceCodePrompt) async -> Void
    ) async throws(AuthError) -> TokenResult {
        let correlationID = parameters.correlationID ?? environment.random.uuid()
        let request = DeviceCodeFlowParameters(
            clientID: configuration.clientID, authority: parameters.authority ?? configuration.authority,
            scopes: parameters.scopes,
            claims: ClaimsRequest.wireValue(request: parameters.claims, capabilities: configuration.capabilities),
            correlationID: correlationID)
        do throws(AuthError) {
            let flow = try await flows.deviceCode(request) { code in await prompt(DeviceCodePrompt(code)) }
            return try await keep(flow, scopes: parameters.scopes, expected: nil, source: .deviceCode)
        } catch {
            throw error.correlated(correlationID)
        }
    }
}

extension DeviceCodePrompt {
    fileprivate init(_ code: UserCodePrompt) {
        self.init(
            userCode: code.userCode, verificationURI: code.verificationURI,
            verificationURIComplete: code.verificationURIComplete, message: code.message, expiresOn: code.expiresOn)
    }
}

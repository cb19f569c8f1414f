public import KeyfobCore
import KeyfobFlows

extension PublicClientApplication {
    /// Lets a user sign in on another device (RFC 8628) and returns a token.
    ///
    /// - Parameters:
    ///   - parameters: the scopes and options of the request.
    ///   - prompt: shows the user the code and where to enter it; called once. The server is polled meanwhile.
    /// - Throws: `AuthError` as ``acquireToken(_:)`` does, and with code `interactionRequired` if the code was not
    ///   entered in time.
    public func acquireTokenByDeviceCode(
        _ parameters: DeviceCodeParameters, prompt: @escaping @Sendable (DeviceCodePrompt) async -> Void
    ) async throws(AuthError) -> TokenResult {
        try await observed(.deviceCode, parameters.correlationID) { correlationID throws(AuthError) in
            let key = try await self.proofKey(for: parameters.scheme)
            var request = DeviceCodeFlowParameters(
                clientID: self.configuration.clientID,
                authority: parameters.authority ?? self.configuration.authority, scopes: parameters.scopes,
                claims: ClaimsRequest.wireValue(
                    request: parameters.claims, capabilities: self.configuration.capabilities),
                correlationID: correlationID)
            request.binding = key?.binding
            request.headerFields = self.headerFields(.deviceCode, at: request.authority)
            request.tokenQuery = self.configuration.query([:])
            let asked = request
            let flow = try await self.telling(.deviceCode, correlationID) { () throws(AuthError) in
                try await self.flows.deviceCode(asked) { code in await prompt(DeviceCodePrompt(code)) }
            }
            return try await self.presenting(parameters.scheme, key: key) { () throws(AuthError) in
                try await self.keep(flow, scopes: parameters.scopes, expected: nil, source: .deviceCode, key: key)
            }
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

import KeyfobCore
import KeyfobFlows

/// Signs a user in on another device.
struct DeviceCodeSignIn: ClientPart {
    let context: ClientContext
    let telemetry: CallTelemetry
    let keys: ProofKeys
    let intake: SignInResultHandler

    /// Lets a user sign in on another device (RFC 8628) and returns a token.
    func acquireTokenByDeviceCode(
        _ parameters: DeviceCodeParameters, prompt: @escaping @Sendable (DeviceCodePrompt) async -> Void
    ) async throws(AuthError) -> TokenResult {
        try await telemetry.observed(.deviceCode, parameters.correlationID) { correlationID throws(AuthError) in
            let key = try await self.keys.proofKey(for: parameters.scheme)
            var request = DeviceCodeFlowParameters(
                clientID: self.configuration.clientID,
                authority: parameters.authority ?? self.configuration.authority, scopes: parameters.scopes,
                claims: ClaimsRequest.wireValue(
                    request: parameters.claims, capabilities: self.configuration.capabilities),
                correlationID: correlationID)
            request.binding = key?.binding
            request.clientSecret = self.configuration.clientSecret
            request.headerFields = self.telemetry.headerFields(.deviceCode, at: request.authority)
            request.tokenQuery = self.configuration.query([:])
            let asked = request
            let flow = try await self.telemetry.reporting(.deviceCode, correlationID) { () throws(AuthError) in
                try await self.flows.deviceCode(asked) { code in await prompt(DeviceCodePrompt(code)) }
            }
            return try await self.keys.presenting(parameters.scheme, key: key) { () throws(AuthError) in
                try await self.intake.keep(
                    flow, scopes: parameters.scopes, expected: nil, source: .deviceCode, key: key)
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

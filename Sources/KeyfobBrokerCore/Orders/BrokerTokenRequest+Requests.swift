import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth

extension BrokerTokenRequest {
    /// Reads a request that came as a URL.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if the redirect URI or the claims are malformed.
    init(_ request: BrokerRequest, app: RequestingApp, caller: CallerIdentity?) throws(AuthError) {
        self.init(
            app: app, caller: caller, channel: .url, clientID: request.clientID,
            redirectURI: try ReadTexts.redirectURI(request.redirectURI), authority: request.authority, scopes: [],
            resource: nil, user: request.user, asking: request.asking, intune: request.intune,
            correlationID: request.correlationID)
        switch request.target {
        case .scopes(let scopes, _): self.scopes = scopes.subtracting(.reserved)
        case .resource(let resource): self.resource = resource
        }
        keyThumbprint = request.key.thumbprint
        onboarding = Self.onboarding(request.additional)
        skipsCache = request.asking.skipsCache
        skipsAccountCheck = request.skipsAccountCheck
        binding = request.binding
        try take(claims: request.claims, capabilities: request.capabilities)
    }

    /// Reads a request that came through the single sign-on extension.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if the redirect URI or the claims are malformed.
    init(
        _ request: SingleSignOnTokenRequest, in message: SingleSignOnRequest, app: RequestingApp, caller: CallerIdentity
    ) throws(AuthError) {
        self.init(
            app: app, caller: caller, channel: .singleSignOnExtension, clientID: request.clientID,
            redirectURI: try ReadTexts.redirectURI(request.redirectURI), authority: request.authority,
            // Version 1 requests a resource, and its response lists scopes in another form.
            scopes: request.resource == nil ? request.scopes.subtracting(.reserved) : [], resource: request.resource,
            user: request.user, asking: request.asking, intune: request.intune, correlationID: message.correlationID)
        onboarding = Self.onboarding(message.additional)
        skipsCache = request.forcesRefresh
        skipsAccountCheck = request.skipsAccountCheck
        binding = request.binding
        try take(claims: request.claims, capabilities: request.capabilities)
    }

    /// Returns the onboarding state, or nil if it would make the response too long to be opened.
    private static func onboarding(_ additional: FormParameters) -> String? {
        additional.nonEmpty("onboardingBlob").flatMap { $0.utf8.count <= 8192 ? $0 : nil }
    }

    private mutating func take(claims text: String?, capabilities: [String]) throws(AuthError) {
        guard text != nil || !capabilities.isEmpty else { return }
        let asked = try text.map { text throws(AuthError) in try ClaimsRequest(text) }
        hasClaimsChallenge = asked.map { !$0.isEmpty } ?? false
        claims = ClaimsRequest.wireValue(request: asked, capabilities: capabilities)
    }
}

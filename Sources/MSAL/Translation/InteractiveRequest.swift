import Foundation
import KeyfobClient
import KeyfobCore
import KeyfobFlows

/// An interactive call's parameters as the core has them, and what shows its page.
struct InteractiveRequest: TokenRequestSource {
    let parameters: InteractiveParameters
    let correlationID: UUID
    var authority: Authority? { parameters.authority }
    private let environment: ClientEnvironment
    private let configuration: ClientConfiguration

    /// - Throws: an error of ``MSALErrorDomain``: internal code -42403 if there is nothing to show the page with, and as
    ///   ``CommonParameters/init(_:of:)``.
    init(_ given: MSALInteractiveTokenParameters, of application: MSALPublicClientApplication) throws {
        let common = try CommonParameters(given, of: application)
        var parameters = InteractiveParameters(
            scopes: common.scopes, prompt: given.promptType.core, loginHint: given.loginHint,
            extraScopesToConsent: ScopeSet(given.extraScopesToConsent ?? []), account: given.account?.core,
            authority: common.authority, claims: common.claims, domainHint: given.domainHint)
        parameters.correlationID = common.correlationID.uuidString.lowercased()
        try SchemeTranslation.apply(given.authenticationScheme, to: &parameters)
        self.parameters = parameters
        correlationID = common.correlationID
        configuration = application.core.configuration
        var environment = application.environment
        environment.userAgent = try WebviewTranslation.userAgent(given.webviewParameters, in: environment)
        self.environment = environment
    }

    /// The application whose pages the session ends.
    func application(_ session: InteractiveSession) -> PublicClientApplication {
        var environment = environment
        environment.userAgent = environment.userAgent.map { SessionUserAgent(base: $0, session: session) }
        return PublicClientApplication(configuration: configuration, environment: environment)
    }
}

extension MSALPromptType {
    /// The prompt as the core has it; nil leaves it to the identity provider.
    var core: InteractivePrompt? {
        switch self {
        case .selectAccount: .selectAccount
        case .login: .login
        case .consent: .consent
        case .create: .create
        case .promptIfNecessary: nil
        }
    }
}

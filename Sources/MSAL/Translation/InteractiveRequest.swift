import Foundation
import KeyfobClient
import KeyfobCore

/// An interactive call's parameters as the core has them, and what shows its page.
struct InteractiveRequest: TokenRequestSource {
    let parameters: InteractiveParameters
    let correlationID: UUID

    /// - Throws: an error of ``MSALErrorDomain``: internal code -42403 if there is nothing to show the page with, and as
    ///   ``CommonParameters/init(_:of:)``.
    init(
        _ given: MSALInteractiveTokenParameters, of application: MSALPublicClientApplication,
        session: InteractiveSession
    ) throws {
        let correlationID = given.correlationId ?? UUID()
        self.correlationID = correlationID
        parameters = try ErrorTranslation.correlating(correlationID) {
            try Self.parameters(given, of: application, session, correlationID)
        }
    }

    private static func parameters(
        _ given: MSALInteractiveTokenParameters, of application: MSALPublicClientApplication,
        _ session: InteractiveSession, _ correlationID: UUID
    ) throws -> InteractiveParameters {
        let common = try CommonParameters(given, of: application)
        var parameters = InteractiveParameters(
            scopes: common.scopes, prompt: given.promptType.core, loginHint: given.loginHint,
            extraScopesToConsent: ScopeSet(given.extraScopesToConsent ?? []), account: given.account?.core,
            authority: common.authority, claims: common.claims, domainHint: given.domainHint,
            correlationID: correlationID.uuidString.lowercased())
        parameters.scheme = common.scheme
        parameters.extraQueryParameters = common.extraQueryParameters
        parameters.preferredAuthMethod = given.preferredAuthMethod == .QRPIN ? .qrPIN : nil
        parameters.userAgent = SessionUserAgent(
            base: try WebviewTranslation.userAgent(given.webviewParameters, of: application), session: session)
        return parameters
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

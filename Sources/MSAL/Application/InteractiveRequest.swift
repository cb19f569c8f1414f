import Foundation
import KeyfobClient
import KeyfobCore

/// Converts an interactive call's parameters to the core's, with the user agent of its page.
struct InteractiveRequest: TokenRequestSource {
    let parameters: InteractiveParameters
    let correlationID: UUID

    /// - Throws: an error of ``MSALErrorDomain``: internal code -42403 if nothing can show the page, and the errors of
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
    /// The core's prompt; nil leaves it to the identity provider.
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

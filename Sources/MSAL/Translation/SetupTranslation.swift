import KeyfobClient
import KeyfobCore

/// MSAL's rules for an app's setup.
enum SetupTranslation {
    /// The configuration's part that is checked against the app's bundle.
    ///
    /// - Throws: `AuthError` with code `configuration`.
    static func configuration(
        _ settings: MSALPublicClientApplicationConfig
    ) throws(AuthError) -> ClientConfiguration {
        let redirectURI: RedirectURI? =
            if let text = settings.redirectUri { try RedirectURI(text) } else { nil }
        return try ClientConfiguration(
            clientID: settings.clientId, redirectURI: redirectURI, authority: settings.authority.core,
            accessGroup: AccessGroup(settings.cacheConfig.keychainSharingGroup))
    }

    /// The number of a fault in the redirect URI or in Info.plist; nil for any other error.
    static func internalCode(of error: AuthError) -> MSALInternalError? { nil }
}

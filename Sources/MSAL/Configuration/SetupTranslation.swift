import KeyfobClient
import KeyfobCore
import KeyfobSetup

/// Applies MSAL's rules for an app's setup.
enum SetupTranslation {
    /// The part of the configuration that is checked against the app's bundle, if there is one.
    ///
    /// - Parameter usesBroker: whether a broker may be used, which requires a redirect URI of certain forms.
    /// - Throws: `AuthError` with code `configuration`, the finding being its cause.
    static func configuration(
        _ settings: MSALPublicClientApplicationConfig, usesBroker: Bool
    ) throws(AuthError) -> ClientConfiguration {
        let group = try AccessGroup(settings.cacheConfig.keychainSharingGroup)
        guard let bundle = settings.bundleFacts else {
            let redirectURI: RedirectURI? =
                if let text = settings.redirectUri { try RedirectURI(text) } else { nil }
            return try ClientConfiguration(
                clientID: settings.clientId, redirectURI: redirectURI, authority: settings.authority.core,
                accessGroup: group)
        }
        guard settings.bypassRedirectURIValidation, let redirectURI = settings.redirectUri else {
            return try ClientConfiguration(
                clientID: settings.clientId, redirectURI: settings.redirectUri, authority: settings.authority.core,
                accessGroup: group, bundle: bundle, usesBroker: usesBroker)
        }
        return try ClientConfiguration(
            clientID: settings.clientId, redirectURI: RedirectURI(redirectURI), authority: settings.authority.core,
            accessGroup: group, appIdentifier: bundle.bundleID)
    }
}

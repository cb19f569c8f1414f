public import Foundation
import KeyfobCore
package import KeyfobFlows
public import KeyfobSetup
package import KeyfobUserAgents

/// The configuration of an app. An application copies it when it is made; later changes have no effect on it.
#if canImport(ObjectiveC)
@objc(MSALPublicClientApplicationConfig)
@objcMembers
#endif
open class MSALPublicClientApplicationConfig: NSObject, NSCopying {
    /// The application (client) id of the registration (RFC 6749 section 2.2).
    open var clientId: String
    /// The redirect URI, exactly as registered. nil means `msauth.BUNDLE-ID://auth` on Apple's platforms, and
    /// `http://localhost` (RFC 8252 section 7.3) elsewhere.
    open var redirectUri: String?
    /// With nested app authentication, the client id of the host app; empty for none.
    open var nestedAuthBrokerClientId: String
    /// With nested app authentication, the redirect URI of the host app.
    open var nestedAuthBrokerRedirectUri: String?
    /// The authority of calls that name none; `https://login.microsoftonline.com/common` by default.
    open var authority: MSALAuthority
    /// Authorities that are trusted without validation by the identity platform. Unlike in MSAL this has no other
    /// effect.
    open var knownAuthorities: [MSALAuthority] = []
    /// Whether a token past its expiry, but within the server's `ext_expires_in`, is returned while the server is down.
    open var extendedLifetimeEnabled = false
    /// The capabilities of the app (`xms_cc`): `CP1` for claims challenges, `ProtApp` for app protection.
    open var clientApplicationCapabilities: [String]?
    /// Seconds before its expiry at which a cached token is no longer returned; 300 by default.
    open var tokenExpirationBuffer: Double = 300
    /// The part of the identity platform that requests are sent to, for tests of that platform.
    open var sliceConfig: MSALSliceConfig?
    /// The store of credentials.
    open private(set) var cacheConfig = MSALCacheConfig()
    /// Whether the server may redirect a user to the user's own cloud (`instance_aware`).
    open var multipleCloudsSupported = false
    /// Whether a redirect URI of any form is accepted.
    open var bypassRedirectURIValidation = false
    /// The declarations of the app's bundle, which the redirect URI is checked against when an application is made. By
    /// default the running app's on Apple's platforms, and nil elsewhere: then nothing is checked. An addition to MSAL.
    open var bundleFacts: BundleFacts? = MSALPublicClientApplicationConfig.ownBundle
    /// Makes the platform's user agent of a kind; returns nil where the platform, or the parameters, have none.
    package var views: @Sendable (UserAgentKind, MSALWebviewParameters) -> (any UserAgent)? = ViewTranslation.userAgent

    /// Makes a configuration from a client id alone.
    #if canImport(ObjectiveC)
    @objc(initWithClientId:)
    #endif
    public init(clientId: String) {
        self.clientId = clientId
        nestedAuthBrokerClientId = ""
        authority = Self.standardAuthority
    }

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - clientId: the application (client) id.
    ///   - redirectUri: exactly as registered; nil for the default.
    ///   - authority: nil means `https://login.microsoftonline.com/common`.
    #if canImport(ObjectiveC)
    @objc(initWithClientId:redirectUri:authority:)
    #endif
    public init(clientId: String, redirectUri: String?, authority: MSALAuthority?) {
        self.clientId = clientId
        self.redirectUri = redirectUri
        nestedAuthBrokerClientId = ""
        self.authority = authority ?? Self.standardAuthority
    }

    /// Makes a configuration of an app that runs inside another one (nested app authentication).
    ///
    /// - Parameters:
    ///   - clientId: the application (client) id.
    ///   - redirectUri: exactly as registered; nil for the default.
    ///   - authority: nil means `https://login.microsoftonline.com/common`.
    ///   - nestedAuthBrokerClientId: the client id of the host app (`brk_client_id`).
    ///   - nestedAuthBrokerRedirectUri: the redirect URI of the host app (`brk_redirect_uri`).
    #if canImport(ObjectiveC)
    @objc(initWithClientId:redirectUri:authority:nestedAuthBrokerClientId:nestedAuthBrokerRedirectUri:)
    #endif
    public init(
        clientId: String, redirectUri: String?, authority: MSALAuthority?, nestedAuthBrokerClientId: String?,
        nestedAuthBrokerRedirectUri: String?
    ) {
        self.clientId = clientId
        self.redirectUri = redirectUri
        self.nestedAuthBrokerClientId = nestedAuthBrokerClientId ?? ""
        self.nestedAuthBrokerRedirectUri = nestedAuthBrokerRedirectUri
        self.authority = authority ?? Self.standardAuthority
    }

    private static var standardAuthority: MSALAuthority {
        MSALAADAuthority(Authority(environment: "login.microsoftonline.com", tenant: "common"))
    }

    /// Returns a copy with the same values.
    #if canImport(ObjectiveC)
    @objc(copyWithZone:)
    #endif
    open func copy(with zone: NSZone? = nil) -> Any { duplicate() }

    func duplicate() -> MSALPublicClientApplicationConfig {
        let copy = MSALPublicClientApplicationConfig(
            clientId: clientId, redirectUri: redirectUri, authority: authority,
            nestedAuthBrokerClientId: nestedAuthBrokerClientId,
            nestedAuthBrokerRedirectUri: nestedAuthBrokerRedirectUri)
        copy.knownAuthorities = knownAuthorities
        copy.extendedLifetimeEnabled = extendedLifetimeEnabled
        copy.clientApplicationCapabilities = clientApplicationCapabilities
        copy.tokenExpirationBuffer = tokenExpirationBuffer
        copy.sliceConfig = sliceConfig.flatMap { MSALSliceConfig(slice: $0.slice, dc: $0.dc) }
        copy.cacheConfig = cacheConfig.copy() as? MSALCacheConfig ?? cacheConfig
        copy.multipleCloudsSupported = multipleCloudsSupported
        copy.bypassRedirectURIValidation = bypassRedirectURIValidation
        copy.bundleFacts = bundleFacts
        copy.views = views
        return copy
    }

    private static var ownBundle: BundleFacts? {
        #if canImport(Darwin)
        BundleFacts.main
        #else
        nil
        #endif
    }
}

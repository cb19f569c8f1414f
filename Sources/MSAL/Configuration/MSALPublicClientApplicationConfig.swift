public import Foundation
public import KeyfobClient
import KeyfobCore
package import KeyfobFlows
package import KeyfobUserAgents

/// What an app tells the SDK about itself. An application takes a copy when it is made; later changes do nothing to it.
#if canImport(ObjectiveC)
@objc(MSALPublicClientApplicationConfig)
@objcMembers
#endif
public final class MSALPublicClientApplicationConfig: NSObject, NSCopying {
    /// The application (client) id of the registration (RFC 6749 section 2.2).
    public var clientId: String
    /// The redirect URI, exactly as registered. nil means `msauth.BUNDLE-ID://auth` on Apple's platforms, and
    /// `http://localhost` (RFC 8252 section 7.3) elsewhere.
    public var redirectUri: String?
    /// With nested app authentication, the client id of the app that this one runs in; empty for none.
    public var nestedAuthBrokerClientId: String
    /// With nested app authentication, the redirect URI of the app that this one runs in.
    public var nestedAuthBrokerRedirectUri: String?
    /// Where users sign in if a call names no authority; `https://login.microsoftonline.com/common` by default.
    public var authority: MSALAuthority
    /// Authorities that are trusted without asking the identity platform whether it knows them. Unlike in MSAL this
    /// changes nothing else.
    public var knownAuthorities: [MSALAuthority] = []
    /// Whether a token past its expiry, but within the server's `ext_expires_in`, is returned while the server is down.
    public var extendedLifetimeEnabled = false
    /// What the app can handle (`xms_cc`): `CP1` for claims challenges, `ProtApp` for app protection.
    public var clientApplicationCapabilities: [String]?
    /// Seconds before its expiry at which a cached token is no longer returned; 300 by default.
    public var tokenExpirationBuffer: Double = 300
    /// A part of the identity platform to send requests to, for tests of that platform.
    public var sliceConfig: MSALSliceConfig?
    /// Where credentials are kept.
    public private(set) var cacheConfig = MSALCacheConfig()
    /// Whether the server may send a user on to the cloud of their own (`instance_aware`).
    public var multipleCloudsSupported = false
    /// Whether the redirect URI is taken as it is, whatever its form.
    public var bypassRedirectURIValidation = false
    /// What the app's bundle declares, which the redirect URI is checked against when an application is made. On Apple's
    /// platforms the running app's own by default; elsewhere nil, and nothing is checked. An addition to MSAL.
    public var bundleFacts: BundleFacts? = MSALPublicClientApplicationConfig.ownBundle
    /// Makes the platform's user agent of a kind; nil where the platform, or the parameters, have none.
    package var views: @Sendable (UserAgentKind, MSALWebviewParameters) -> (any UserAgent)? = ViewTranslation.userAgent

    /// Describes an app by its client id alone.
    #if canImport(ObjectiveC)
    @objc(initWithClientId:)
    #endif
    public convenience init(clientId: String) {
        self.init(clientId: clientId, redirectUri: nil, authority: nil)
    }

    /// Describes an app.
    ///
    /// - Parameters:
    ///   - clientId: the application (client) id.
    ///   - redirectUri: exactly as registered; nil for the default.
    ///   - authority: nil means `https://login.microsoftonline.com/common`.
    #if canImport(ObjectiveC)
    @objc(initWithClientId:redirectUri:authority:)
    #endif
    public convenience init(clientId: String, redirectUri: String?, authority: MSALAuthority?) {
        self.init(
            clientId: clientId, redirectUri: redirectUri, authority: authority, nestedAuthBrokerClientId: nil,
            nestedAuthBrokerRedirectUri: nil)
    }

    /// Describes an app that runs inside another one (nested app authentication).
    ///
    /// - Parameters:
    ///   - clientId: the application (client) id.
    ///   - redirectUri: exactly as registered; nil for the default.
    ///   - authority: nil means `https://login.microsoftonline.com/common`.
    ///   - nestedAuthBrokerClientId: the client id of the app that this one runs in (`brk_client_id`).
    ///   - nestedAuthBrokerRedirectUri: that app's redirect URI (`brk_redirect_uri`).
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
        self.authority =
            authority ?? MSALAADAuthority(Authority(environment: "login.microsoftonline.com", tenant: "common"))
    }

    /// A configuration of its own with the same values.
    #if canImport(ObjectiveC)
    @objc(copyWithZone:)
    #endif
    public func copy(with zone: NSZone? = nil) -> Any { duplicate() }

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

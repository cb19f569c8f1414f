public import Foundation
import KeyfobADALClient
import KeyfobBackport
public import KeyfobClient
import KeyfobCore
public import KeyfobFlows

#if canImport(WebKit) && (canImport(UIKit) || canImport(AppKit))
public import WebKit
#if canImport(UIKit)
public import UIKit
#endif
#endif

/// Gets tokens at one authority, for any of the app's clients and users: one object for each cloud and tenant.
///
/// The object contains only its settings; tokens are in the caches. It may be used from any task or thread. New apps
/// use `PublicClientApplication`: this class is for apps that migrate from ADAL.
#if canImport(ObjectiveC)
@objc(ADAuthenticationContext)
#endif
// All that changes is in mutexes; a subclass is responsible for its own properties.
open class ADAuthenticationContext: NSObject, @unchecked Sendable {
    struct State: Sendable {
        var validateAuthority: Bool
        var correlationId: UUID?
        var credentialsType = ADCredentialsType.embedded
        var extendedLifetimeEnabled = false
        var useRefreshTokenForWebview = false
        var clientCapabilities: [String]?
        var userAgent: (any UserAgent)?
    }

    /// The app's views, over or in which the page is shown.
    let views = Mutex(ADViews())
    let parts: Parts
    let state: Mutex<State>

    /// Makes a context with the platform's cache and browser.
    ///
    /// - Parameters:
    ///   - authority: `https://HOST/TENANT`, or `https://HOST/adfs`.
    ///   - validateAuthority: whether an unknown authority is validated first.
    ///   - error: set to 100 if the authority is malformed, or of a kind that ADAL does not support.
    #if canImport(ObjectiveC)
    @objc(initWithAuthority:validateAuthority:error:)
    #endif
    public init?(authority: String, validateAuthority: Bool, error: ADErrorPointer) {
        let parts = reporting(error) { () throws(ADAuthenticationError) in
            try Parts(authority, validateAuthority, sharedGroup: nil)
        }
        guard let parts else { return nil }
        self.parts = parts
        state = Mutex(parts.state)
        super.init()
    }

    /// Makes a context with a keychain group that the suite shares.
    ///
    /// - Parameters:
    ///   - authority: `https://HOST/TENANT`, or `https://HOST/adfs`.
    ///   - validateAuthority: whether an unknown authority is validated first.
    ///   - sharedGroup: without the team's prefix; nil means the default group.
    ///   - error: set to 100 if the authority is malformed, or of a kind that ADAL does not support; else to the
    ///     caches' error.
    #if canImport(ObjectiveC)
    @objc(initWithAuthority:validateAuthority:sharedGroup:error:)
    #endif
    public init?(authority: String, validateAuthority: Bool, sharedGroup: String?, error: ADErrorPointer) {
        let parts = reporting(error) { () throws(ADAuthenticationError) in
            try Parts(authority, validateAuthority, sharedGroup: sharedGroup)
        }
        guard let parts else { return nil }
        self.parts = parts
        state = Mutex(parts.state)
        super.init()
    }

    /// Makes a context with a private cache, which a delegate stores.
    ///
    /// - Parameters:
    ///   - authority: `https://HOST/TENANT`, or `https://HOST/adfs`.
    ///   - validateAuthority: whether an unknown authority is validated first.
    ///   - delegate: stores the cache; it is retained.
    ///   - error: set to 100 if the authority is malformed, or of a kind that ADAL does not support.
    #if canImport(ObjectiveC)
    @objc(initWithAuthority:validateAuthority:cacheDelegate:error:)
    #endif
    public init?(
        authority: String, validateAuthority: Bool, cacheDelegate delegate: (any ADTokenCacheDelegate)?,
        error: ADErrorPointer
    ) {
        let parts = reporting(error) { () throws(ADAuthenticationError) in
            try Parts(authority, validateAuthority, delegate: delegate)
        }
        guard let parts else { return nil }
        self.parts = parts
        state = Mutex(parts.state)
        super.init()
    }

    /// Makes a context with the app's transport, store, ADAL cache, clock and browser. An addition to ADAL, for tests
    /// and for apps on Linux.
    ///
    /// - Parameters:
    ///   - authority: `https://HOST/TENANT`, or `https://HOST/adfs`.
    ///   - validateAuthority: whether an unknown authority is validated first.
    ///   - environment: the context's environment. Without an ADAL cache it gets one in memory. Its transport is used
    ///     unchanged: only the platform's transport repeats a request that the server failed to serve.
    ///   - host: the facts about the app and the device.
    ///   - error: set to 100 if the authority is malformed, or of a kind that ADAL does not support.
    public init?(
        authority: String, validateAuthority: Bool = true, environment: ClientEnvironment, host: ADHost = ADHost(),
        error: ADErrorPointer = nil
    ) {
        let parts = reporting(error) { () throws(ADAuthenticationError) in
            try Parts(authority, validateAuthority, environment: environment, host: host)
        }
        guard let parts else { return nil }
        self.parts = parts
        state = Mutex(parts.state)
        super.init()
    }

    /// The authority: `https://HOST/TENANT`, in lower case and without a trailing slash.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var authority: String { core.description }

    /// Whether an unknown authority is validated before anything is sent to it.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var validateAuthority: Bool {
        get { state.withLock { $0.validateAuthority } }
        set { state.withLock { $0.validateAuthority = newValue } }
    }

    /// The correlation id of calls in the server's log; nil generates one for each call.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var correlationId: UUID? {
        get { state.withLock { $0.correlationId } }
        set { state.withLock { $0.correlationId = newValue } }
    }

    /// Whether a broker may be used; `AD_CREDENTIALS_EMBEDDED` unless set, as in every version of ADAL.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var credentialsType: ADCredentialsType {
        get { state.withLock { $0.credentialsType } }
        set { state.withLock { $0.credentialsType = newValue } }
    }

    /// A name that is part of each log message.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var logComponent: String? {
        get { component.name }
        set { component.name = newValue }
    }

    /// Whether a token past its expiry, but within the longer one that the server allows for an outage, is returned
    /// while the server is down.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var extendedLifetimeEnabled: Bool {
        get { state.withLock { $0.extendedLifetimeEnabled } }
        set { state.withLock { $0.extendedLifetimeEnabled = newValue } }
    }

    /// Has no effect, and is kept for source compatibility: no page gets a refresh token.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var useRefreshTokenForWebview: Bool {
        get { state.withLock { $0.useRefreshTokenForWebview } }
        set { state.withLock { $0.useRefreshTokenForWebview = newValue } }
    }

    /// The capabilities of the app, as `xms_cc` values; `CP1` means claims challenges.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var clientCapabilities: [String]? {
        get { state.withLock { $0.clientCapabilities } }
        set { state.withLock { $0.clientCapabilities = newValue } }
    }

    /// Shows the sign-in pages in place of the platform's browser: an embedded web view, or a test's script. The
    /// counterpart of `webView` on platforms with such views.
    open var webUserAgent: (any UserAgent)? {
        get { state.withLock { $0.userAgent } }
        set { state.withLock { $0.userAgent = newValue } }
    }

    #if canImport(WebKit) && (canImport(UIKit) || canImport(AppKit))
    /// The app's view in which the sign-in page is shown; it must be on the screen. nil means `parentController`, or
    /// else the system's browser. Not retained by the context.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var webView: WKWebView? {
        get { views.withLock { $0.webView } }
        set { views.withLock { $0.webView = newValue } }
    }

    #if canImport(UIKit)
    /// The view controller over which the sign-in page is shown, in a view that stores no cookies. Not retained by the
    /// context.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var parentController: UIViewController? {
        get { views.withLock { $0.parentController } }
        set { views.withLock { $0.parentController = newValue } }
    }
    #endif
    #else
    /// The renderer of the sign-in page, in place of the `WKWebView` on platforms with WebKit. The page is then shown
    /// inside the app, with the renderer's own cookies, and follows no redirect without TLS. nil means the system's
    /// browser. Not retained by the context.
    open var webView: (any PageRenderer & AnyObject)? {
        get { views.withLock { $0.webView } }
        set { views.withLock { $0.webView = newValue } }
    }
    #endif

    /// Takes a URL by which the app was opened, if it is a broker's response. An app need not call it where the context
    /// subscribes to the app's URLs itself (`BrokerAccess.urls`); a second delivery does nothing.
    ///
    /// The system may have ended the app meanwhile, and start it with the response before a context is made: the newest
    /// response is then kept in memory for the next context. Since no context has subscribed to the app's URLs by then,
    /// an app that makes its first context later than in `application(_:didFinishLaunchingWithOptions:)` must forward
    /// them.
    ///
    /// - Returns: false for any other URL, which the app may handle; for a response that belongs to no call that is
    ///   under way and to no possible call of an earlier run; and for one from an app that is not a broker.
    @discardableResult
    open class func handleADALResponse(_ response: URL, sourceApplication: String?) -> Bool {
        if ADBrokeredClients.current.take(response.absoluteString, sourceApplication: sourceApplication) { return true }
        if isResponse(fromBroker: sourceApplication, response: response) {
            ADLogger.write(.warn, "A broker's response that no call is waiting for was dropped.")
        }
        return false
    }

    /// Gets a token: from the caches, or else from the sign-in page.
    ///
    /// The completion block is called once, on any thread.
    @preconcurrency
    open func acquireToken(
        withResource resource: String, clientId: String, redirectUri: URL,
        completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        start(
            ADCall(
                api: 118, resource: resource, clientID: clientId, redirectURI: redirectUri), completionBlock)
    }

    /// Gets a user's token: from the caches, or else from the sign-in page.
    ///
    /// The completion block is called once, on any thread.
    @preconcurrency
    open func acquireToken(
        withResource resource: String, clientId: String, redirectUri: URL, userId: String,
        completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        start(
            ADCall(
                api: 121, resource: resource, clientID: clientId, redirectURI: redirectUri,
                user: Self.identifier(userId)), completionBlock)
    }

    /// Gets a user's token: from the caches, or else from the sign-in page with further parameters.
    ///
    /// The completion block is called once, on any thread.
    @preconcurrency
    open func acquireToken(
        withResource resource: String, clientId: String, redirectUri: URL, userId: String?,
        extraQueryParameters queryParams: String?,
        completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        start(
            ADCall(
                api: 124, resource: resource, clientID: clientId, redirectURI: redirectUri,
                user: Self.identifier(userId), extraQueryParameters: queryParams), completionBlock)
    }

    /// Gets a user's token; the prompt behaviour selects whether the caches are used first.
    ///
    /// The completion block is called once, on any thread.
    @preconcurrency
    open func acquireToken(
        withResource resource: String, clientId: String, redirectUri: URL, promptBehavior: ADPromptBehavior,
        userId: String?, extraQueryParameters queryParams: String?,
        completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        start(
            ADCall(
                api: 127, resource: resource, clientID: clientId, redirectURI: redirectUri, prompt: promptBehavior,
                user: Self.identifier(userId), extraQueryParameters: queryParams), completionBlock)
    }

    /// Gets a token for the identified user; the prompt behaviour selects whether the caches are used first.
    ///
    /// The completion block is called once, on any thread.
    @preconcurrency
    open func acquireToken(
        withResource resource: String, clientId: String, redirectUri: URL, promptBehavior: ADPromptBehavior,
        userIdentifier userId: ADUserIdentifier?, extraQueryParameters queryParams: String?,
        completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        start(
            ADCall(
                api: 130, resource: resource, clientID: clientId, redirectURI: redirectUri, prompt: promptBehavior,
                user: userId, extraQueryParameters: queryParams), completionBlock)
    }

    /// Gets a token for the identified user, with claims, which bypass cached access tokens.
    ///
    /// The completion block is called once, on any thread.
    @preconcurrency
    open func acquireToken(
        withResource resource: String, clientId: String, redirectUri: URL, promptBehavior: ADPromptBehavior,
        userIdentifier userId: ADUserIdentifier?, extraQueryParameters queryParams: String?, claims: String?,
        completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        start(
            ADCall(
                api: 133, resource: resource, clientID: clientId, redirectURI: redirectUri, prompt: promptBehavior,
                user: userId, extraQueryParameters: queryParams, claims: claims), completionBlock)
    }

    /// Gets a token from the sign-in page, even if one is cached.
    ///
    /// The completion block is called once, on any thread.
    @preconcurrency
    open func acquireTokenInteractive(
        withResource resource: String, clientId: String, redirectUri: URL, promptBehavior: ADPromptBehavior,
        userIdentifier userId: ADUserIdentifier?, extraQueryParameters queryParams: String?, claims: String?,
        completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        start(
            ADCall(
                api: 138, kind: .interactive, resource: resource, clientID: clientId, redirectURI: redirectUri,
                prompt: promptBehavior, user: userId, extraQueryParameters: queryParams, claims: claims),
            completionBlock)
    }

    /// Gets a token without any page; error 200 means that a user must sign in.
    ///
    /// The completion block is called once, on any thread.
    @preconcurrency
    open func acquireTokenSilent(
        withResource resource: String, clientId: String, redirectUri: URL,
        completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        start(
            ADCall(
                api: 7, kind: .silent, resource: resource, clientID: clientId, redirectURI: redirectUri),
            completionBlock)
    }

    /// Gets a user's token without any page; error 200 means that the user must sign in.
    ///
    /// The completion block is called once, on any thread.
    @preconcurrency
    open func acquireTokenSilent(
        withResource resource: String, clientId: String, redirectUri: URL, userId: String,
        completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        start(
            ADCall(
                api: 8, kind: .silent, resource: resource, clientID: clientId, redirectURI: redirectUri,
                user: Self.identifier(userId)), completionBlock)
    }

    /// Gets a user's token without any page, and can bypass cached access tokens.
    ///
    /// The completion block is called once, on any thread.
    @preconcurrency
    open func acquireTokenSilent(
        withResource resource: String, clientId: String, redirectUri: URL, userId: String?, forceRefresh: Bool,
        completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        start(
            ADCall(
                api: 9, kind: .silent, resource: resource, clientID: clientId, redirectURI: redirectUri,
                user: Self.identifier(userId), forceRefresh: forceRefresh), completionBlock)
    }

    /// Gets a user's token without any page, with claims, which bypass cached access tokens.
    ///
    /// The completion block is called once, on any thread.
    @preconcurrency
    open func acquireTokenSilent(
        withResource resource: String, clientId: String, redirectUri: URL, userId: String?, claims: String?,
        completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        start(
            ADCall(
                api: 10, kind: .silent, resource: resource, clientID: clientId, redirectURI: redirectUri,
                user: Self.identifier(userId), claims: claims), completionBlock)
    }

    /// Gets a token with the app's own refresh token, without any page, and stores it.
    ///
    /// The completion block is called once, on any thread.
    @preconcurrency
    open func acquireToken(
        withRefreshToken refreshToken: String, resource: String, clientId: String, redirectUri: URL,
        completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        start(
            ADCall(
                api: 136, kind: .refreshToken(Secret(refreshToken)), resource: resource, clientID: clientId,
                redirectURI: redirectUri), completionBlock)
    }

    /// Gets a user's token with the app's own refresh token; another user's is error 204.
    ///
    /// The completion block is called once, on any thread.
    @preconcurrency
    open func acquireToken(
        withRefreshToken refreshToken: String, resource: String, clientId: String, redirectUri: URL,
        userId: String,
        completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        start(
            ADCall(
                api: 137, kind: .refreshToken(Secret(refreshToken)), resource: resource, clientID: clientId,
                redirectURI: redirectUri, user: Self.identifier(userId)), completionBlock)
    }

    /// Gets a token from the caches, or else with a SAML assertion (its XML; RFC 7522).
    ///
    /// The completion block is called once, on any thread.
    @preconcurrency
    open func acquireToken(
        forAssertion assertion: String, assertionType: ADAssertionType, resource: String, clientId: String,
        userId: String?,
        completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
    ) {
        start(
            ADCall(
                api: 6, kind: .assertion(Secret(assertion), assertionType), resource: resource,
                clientID: clientId, user: Self.identifier(userId)), completionBlock)
    }
}

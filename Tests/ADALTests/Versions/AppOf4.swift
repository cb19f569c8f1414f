// Only ADAL is imported: its umbrella header brings Foundation, UIKit and AppKit with it.
import ADAL

/// An app as it was written for ADAL 4.0, where the logger has its later name already.
final class AppOf4: NSObject {
    private let context: ADAuthenticationContext
    private let redirect: URL

    init?(authority: String, redirect: String) {
        var error: ADAuthenticationError?
        guard let url = URL(string: redirect),
            let context = ADAuthenticationContext(authority: authority, error: &error)
        else { return nil }
        self.context = context
        self.redirect = url
        super.init()
        context.useRefreshTokenForWebview = true
        ADALLogger.setLevel(ADAL_LOG_LEVEL_VERBOSE)
        ADALLogger.setLoggerCallback { _, message, _ in print(message) }
        let framework: Double = ADALFrameworkVersionNumber
        print("ADAL", framework)
    }

    init(context: ADAuthenticationContext, redirect: URL) {
        self.context = context
        self.redirect = redirect
        super.init()
    }

    /// Always a page, with the claims that a resource asked for.
    func signIn(
        _ resource: String, _ clientID: String, claims: String?, then done: @escaping @Sendable (String?) -> Void
    ) {
        context.acquireTokenInteractive(
            withResource: resource, clientId: clientID, redirectUri: redirect, promptBehavior: AD_PROMPT_ALWAYS,
            userIdentifier: nil, extraQueryParameters: nil, claims: claims
        ) { result in
            guard result.status == AD_SUCCEEDED, let item = result.tokenCacheItem else {
                let error: NSError? = result.error
                return done(error.map { "\($0.domain) \($0.code)" })
            }
            let key = item.extractKey(nil)
            done(item.isEmptyUser() || key == nil ? nil : item.userInformation?.userId)
        }
    }

    static func isUsable(_ item: ADTokenCacheItem) -> Bool {
        !item.isExpired() && !item.isMultiResourceRefreshToken() && item.accessTokenType == "Bearer"
    }

    /// The same calls in the form that the compiler makes of a completion block.
    func token(_ resource: String, _ clientID: String) async -> String? {
        let silent = await context.acquireTokenSilent(
            withResource: resource, clientId: clientID, redirectUri: redirect)
        guard silent.error?.code == ADErrorCode.ERROR_SERVER_USER_INPUT_NEEDED.rawValue else {
            return silent.accessToken
        }
        return await context.acquireToken(withResource: resource, clientId: clientID, redirectUri: redirect).accessToken
    }

    static func challenge(at url: URL) async -> String? {
        let (parameters, error) = await ADAuthenticationParameters.parameters(fromResourceUrl: url)
        return parameters?.resource ?? error?.errorDetails
    }

    static func handle(_ error: ADAuthenticationError) -> String {
        switch (error.domain, error.code) {
        case (ADHTTPErrorCodeDomain, Int(HTTP_UNAUTHORIZED.rawValue)): return "sign in"
        case (ADOAuthServerErrorDomain, _): return error.userInfo[ADSuberrorKey] as? String ?? "refused"
        case (ADKeychainErrorDomain, _), (ADBrokerResponseErrorDomain, _): return "device"
        default: return ADErrorCode(rawValue: error.code) == .ERROR_CACHE_MULTIPLE_USERS ? "whose" : "failed"
        }
    }

    #if os(iOS)
    func present(over controller: UIViewController) {
        context.parentController = controller
        ADAuthenticationSettings.sharedInstance().webviewPresentationStyle = .formSheet
    }

    @MainActor
    func show(in view: (WKWebViewConfiguration) -> WKWebView) {
        context.webView = view(ADAuthenticationParameters.defaultWKWebviewConfiguration())
    }

    func opened(_ url: URL, from app: String?) -> Bool {
        if ADAuthenticationContext.handleADALResponse(url, sourceApplication: app) { return true }
        return ADWebAuthController.responseFromInterruptedBrokerSession()?.status == AD_SUCCEEDED
    }
    #endif
    #if os(macOS)
    static func make(_ delegate: any ADTokenCacheDelegate) -> ADAuthenticationContext? {
        print(CURRENT_WRAPPER_CACHE_VERSION)
        return ADAuthenticationContext(
            authority: "https://login.microsoftonline.com/common", validateAuthority: true, cacheDelegate: delegate,
            error: nil)
    }
    #endif
}

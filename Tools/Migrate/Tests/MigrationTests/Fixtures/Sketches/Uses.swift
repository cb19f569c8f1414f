import ADAL // -> adal.import
import MSAL

/// Each use of the older libraries once, with the names that the check of the code to write declares.
func uses() {
    let context = ADAuthenticationContext(authority: "https://login.microsoftonline.com/common", error: nil) // -> adal.context.create
    let shared = ADAuthenticationContext(authority: authorityText, validateAuthority: true, sharedGroup: group, error: nil) // -> adal.context.create
    let plain: ADAuthenticationContext? = nil // -> adal.context
    ADAuthenticationContext.handleADALResponse(url, sourceApplication: source) // -> adal.context.handleResponse
    plain.credentialsType = AD_CREDENTIALS_EMBEDDED // -> adal.context.credentialsType adal.context.credentialsType
    plain.validateAuthority = false // -> adal.context.validateAuthority
    plain.parentController = self // -> adal.context.webView
    plain.extendedLifetimeEnabled = true // -> adal.context.extendedLifetime
    plain.clientCapabilities = ["CP1"] // -> adal.context.clientCapabilities
    plain.correlationId = UUID() // -> adal.context.correlationId
    let user = ADUserIdentifier(id: userId) // -> adal.userIdentifier
    let challenge = ADAuthenticationParameters(from: response, error: nil) // -> adal.parameters
    plain.acquireTokenSilent(withResource: resource, clientId: clientId, redirectUri: uri) { result in } // -> adal.acquireSilent
    plain.acquireTokenSilent(withResource: "https://a.test", clientId: clientId, redirectUri: uri, userId: userId, forceRefresh: true) { _ in } // -> adal.acquireSilent
    plain.acquireTokenSilent(withResource: "https://a.test/", clientId: clientId, redirectUri: uri, userId: userId, claims: claims) { _ in } // -> adal.acquireSilent
    plain.acquireTokenInteractive(withResource: resource, clientId: clientId, redirectUri: uri, promptBehavior: AD_FORCE_PROMPT, userIdentifier: nil, extraQueryParameters: nil, claims: claims) { _ in } // -> adal.acquireInteractive adal.promptBehavior
    plain.acquireToken(withResource: resource, clientId: clientId, redirectUri: uri) { _ in } // -> adal.acquire
    plain.acquireToken(withResource: resource, clientId: clientId, redirectUri: uri, promptBehavior: AD_PROMPT_AUTO, userId: userId, extraQueryParameters: nil) { _ in } // -> adal.acquire adal.promptBehavior
    plain.acquireToken(withResource: resource, clientId: clientId, redirectUri: uri, promptBehavior: AD_PROMPT_ALWAYS, userId: userId, extraQueryParameters: nil) { _ in } // -> adal.acquireInteractive adal.promptBehavior
    plain.acquireToken(withRefreshToken: token, resource: resource, clientId: clientId, redirectUri: uri, userId: userId) { _ in } // -> adal.acquireWithRefreshToken
    plain.acquireToken(withRefreshToken: token, resource: resource, clientId: clientId, redirectUri: uri) { _ in } // -> adal.acquireWithRefreshToken
    plain.acquireToken(forAssertion: saml, assertionType: AD_SAML2, resource: resource, clientId: clientId, userId: userId) { _ in } // -> adal.acquireForAssertion adal.acquireForAssertion
    let behavior: ADPromptBehavior = AD_PROMPT_REFRESH_SESSION // -> adal.promptBehavior adal.promptBehavior
    let callback: ADAuthenticationCallback? = nil // -> adal.callback
    let result: ADAuthenticationResult? = nil // -> adal.result
    print(AD_SUCCEEDED, result.tokenCacheItem, result.multiResourceRefreshToken, result.extendedLifeTimeToken) // -> adal.result.status adal.result.tokenCacheItem adal.result.multiResource adal.result.extendedLifeTime
    print(item.userInformation, item.userIdDisplayable, item.userObjectId) // -> adal.result.userInformation adal.result.userInformation adal.result.userInformation
    settings.setDefaultKeychainGroup(group) // -> adal.keychainGroup
    cache.allItems(nil) // -> adal.cache.allItems
    cache.removeAll(forClientId: clientId, error: nil) // -> adal.cache.remove
    cache.wipeAllItems(forUserId: userId, error: nil) // -> adal.cache.wipe
    let store: ADTokenCacheDelegate? = nil // -> adal.cache.delegate
    let keychain: ADKeychainTokenCache? = nil // -> adal.cache
    ADAuthenticationSettings.sharedInstance() // -> adal.settings
    print(AD_ERROR_SERVER_USER_INPUT_NEEDED, AD_ERROR_UI_USER_CANCEL, AD_ERROR_SERVER_PROTECTION_POLICY_REQUIRED, AD_ERROR_UNEXPECTED) // -> adal.error.inputNeeded adal.error.cancelled adal.error.protection adal.error.code
    print(ADAuthenticationErrorDomain, failure.errorDetails, ADAuthenticationError.self) // -> adal.error.domain adal.error.details adal.error
    ADLogger.setLevel(level) // -> adal.log
    ADTelemetry.sharedInstance() // -> adal.telemetry
    print(ADAL_VERSION_STRING) // -> adal.version
    ADWebAuthController.cancelCurrentWebAuthSession() // -> adal.webAuth
    print(ADWebAuthDidStartLoadNotification, ADWebAuthDidFailNotification, ADWebAuthDidReceieveResponseFromBroker) // -> adal.webAuth.notification adal.webAuth.notification adal.webAuth.notification

    let old: MSALPublicClientApplication? = try MSALPublicClientApplication(clientId: clientId, authority: "https://login.microsoftonline.com/common") // -> msal.application.create
    let other = try MSALPublicClientApplication(clientId: clientId, keychainGroup: group, authority: authority, redirectUri: redirect) // -> msal.application.create
    MSALPublicClientApplication.handleMSALResponse(url) // -> msal.application.handleResponse
    old.webviewType = .wkWebView // -> msal.application.webview
    MSALWebviewParameters(parentViewController: controller) // -> msal.webviewParameters.create
    old.validateAuthority = false // -> msal.application.validateAuthority
    old.sliceParameters = [:] // -> msal.application.settings
    old.brokerAvailability = .none // -> msal.application.brokerAvailability
    MSALAuthorityFactory() // -> msal.authority.factory
    old.acquireToken(forScopes: scopes, loginHint: userId, promptType: .login, extraQueryParameters: query) { _, _ in } // -> msal.acquire
    old.acquireToken(forScopes: scopes, extraScopesToConsent: scopes, account: account, promptType: .login, extraQueryParameters: query, claims: claims, authority: "https://login.microsoftonline.com/common", correlationId: UUID()) { _, _ in } // -> msal.acquire
    old.acquireToken(forScopes: scopes, user: account, uiBehavior: .forceLogin, extraQueryParameters: query) { _, _ in } // -> msal.acquire
    old.acquireTokenSilent(forScopes: scopes, account: account, authority: authority, claimsRequest: request, forceRefresh: true, correlationId: UUID()) { _, _ in } // -> msal.acquireSilent
    old.acquireTokenSilent(forScopes: scopes, account: account, authority: "https://login.microsoftonline.com/common") { _, _ in } // -> msal.acquireSilent
    print(MSALUIBehavior.self, MSALForceLogin) // -> msal.uiBehavior msal.uiBehavior
    let request: MSALTokenRequest? = nil // -> msal.tokenRequest
    let person: MSALUser? = nil // -> msal.user
    print(old.users) // -> msal.users
    old.account(forHomeAccountId: userId) // -> msal.account.homeAccountId
    old.allAccountsFiltered(byAuthority: handler) // -> msal.accounts.filtered
    let mine: MSALResult? = nil
    print(mine.uniqueId, mine.tenantId) // -> msal.result.tenantProfile msal.result.tenantProfile
    let stored: MSALTokenCacheDelegate? = nil // -> msal.cache
    MSALLogger.shared() // -> msal.log
    log.PiiLoggingEnabled = true // -> msal.log.pii
    MSALTelemetry.sharedInstance() // -> msal.telemetry
    print(MSALWebAuthDidReceieveResponseFromBroker) // -> msal.notification.misspelt
    print(MSALErrorInvalidGrant, MSALErrorCode.self) // -> msal.error.code msal.error.type
}

#import <ADAL/ADAL.h> // -> adal.import
#import <MSAL/MSAL.h>

// Each use of the older libraries once, with the names that the check of the code to write declares.
void uses(ADAuthenticationContext *context, ADAuthenticationResult *result, MSALPublicClientApplication *old, MSALResult *mine) { // -> adal.context adal.result
    [ADAuthenticationContext authenticationContextWithAuthority:@"https://login.microsoftonline.com/common" error:nil]; // -> adal.context.create
    [[ADAuthenticationContext alloc] initWithAuthority:authorityText validateAuthority:YES sharedGroup:group error:nil]; // -> adal.context.create
    [ADAuthenticationContext handleADALResponse:url sourceApplication:source]; // -> adal.context.handleResponse
    context.credentialsType = AD_CREDENTIALS_EMBEDDED; // -> adal.context.credentialsType adal.context.credentialsType
    context.validateAuthority = NO; // -> adal.context.validateAuthority
    context.parentController = controller; // -> adal.context.webView
    context.extendedLifetimeEnabled = YES; // -> adal.context.extendedLifetime
    context.clientCapabilities = nil; // -> adal.context.clientCapabilities
    context.correlationId = nil; // -> adal.context.correlationId
    [ADUserIdentifier identifierWithId:userId]; // -> adal.userIdentifier
    [ADAuthenticationParameters parametersFromResponse:response error:nil]; // -> adal.parameters
    [context acquireTokenSilentWithResource:resource clientId:clientId redirectUri:uri completionBlock:nil]; // -> adal.acquireSilent
    [context acquireTokenSilentWithResource:@"https://a.test" clientId:clientId redirectUri:uri userId:userId forceRefresh:YES completionBlock:nil]; // -> adal.acquireSilent
    [context acquireTokenInteractiveWithResource:resource clientId:clientId redirectUri:uri promptBehavior:AD_FORCE_PROMPT userIdentifier:nil extraQueryParameters:nil claims:claims completionBlock:nil]; // -> adal.acquireInteractive adal.promptBehavior
    [context acquireTokenWithResource:resource clientId:clientId redirectUri:uri completionBlock:nil]; // -> adal.acquire
    [context acquireTokenWithResource:resource clientId:clientId redirectUri:uri promptBehavior:AD_PROMPT_ALWAYS userId:userId extraQueryParameters:nil completionBlock:nil]; // -> adal.acquireInteractive adal.promptBehavior
    [context acquireTokenWithResource:resource clientId:clientId redirectUri:uri userId:userId completionBlock:nil]; // -> adal.acquire
    [context acquireTokenWithRefreshToken:token resource:resource clientId:clientId redirectUri:uri userId:userId completionBlock:nil]; // -> adal.acquireWithRefreshToken
    ADAuthenticationCallback callback = nil; // -> adal.callback
    int status = AD_SUCCEEDED; // -> adal.result.status
    id parts = @[ result.tokenCacheItem.userInformation ]; // -> adal.result.tokenCacheItem adal.result.userInformation
    BOOL late = result.extendedLifeTimeToken; // -> adal.result.extendedLifeTime
    [settings setDefaultKeychainGroup:group]; // -> adal.keychainGroup
    [cache allItems:nil]; // -> adal.cache.allItems
    [cache removeAllForClientId:clientId error:nil]; // -> adal.cache.remove
    [cache wipeAllItemsForUserId:userId error:nil]; // -> adal.cache.wipe
    [ADAuthenticationSettings sharedInstance]; // -> adal.settings
    long codes = AD_ERROR_SERVER_USER_INPUT_NEEDED + AD_ERROR_UI_USER_CANCEL; // -> adal.error.inputNeeded adal.error.cancelled
    long more = AD_ERROR_SERVER_PROTECTION_POLICY_REQUIRED + AD_ERROR_UNEXPECTED; // -> adal.error.protection adal.error.code
    id domain = ADAuthenticationErrorDomain; // -> adal.error.domain
    ADAuthenticationError *failure = nil; // -> adal.error
    id details = failure.errorDetails; // -> adal.error.details
    [ADLogger setLevel:level]; // -> adal.log
    [ADTelemetry sharedInstance]; // -> adal.telemetry
    id version = ADAL_VERSION_NSSTRING; // -> adal.version
    [ADWebAuthController cancelCurrentWebAuthSession]; // -> adal.webAuth
    id names = @[ ADWebAuthDidStartLoadNotification, ADWebAuthDidReceieveResponseFromBroker ]; // -> adal.webAuth.notification adal.webAuth.notification

    [[MSALPublicClientApplication alloc] initWithClientId:clientId authority:@"https://login.microsoftonline.com/common" error:&error]; // -> msal.application.create
    [[MSALPublicClientApplication alloc] initWithClientId:clientId keychainGroup:group authority:authority error:&error]; // -> msal.application.create
    [MSALPublicClientApplication handleMSALResponse:url]; // -> msal.application.handleResponse
    old.webviewType = MSALWebviewTypeWKWebView; // -> msal.application.webview
    [[MSALWebviewParameters alloc] initWithParentViewController:controller]; // -> msal.webviewParameters.create
    old.validateAuthority = NO; // -> msal.application.validateAuthority
    old.sliceParameters = nil; // -> msal.application.settings
    old.brokerAvailability = 0; // -> msal.application.brokerAvailability
    [MSALAuthorityFactory new]; // -> msal.authority.factory
    [old acquireTokenForScopes:scopes loginHint:userId promptType:MSALPromptTypeLogin extraQueryParameters:query completionBlock:nil]; // -> msal.acquire
    [old acquireTokenForScopes:scopes user:account uiBehavior:MSALForceLogin extraQueryParameters:query authority:@"https://login.microsoftonline.com/common" correlationId:nil completionBlock:nil]; // -> msal.acquire msal.uiBehavior
    [old acquireTokenSilentForScopes:scopes account:account authority:authority forceRefresh:YES correlationId:nil completionBlock:nil]; // -> msal.acquireSilent
    MSALUIBehavior behavior = MSALUIBehaviorDefault; // -> msal.uiBehavior msal.uiBehavior
    MSALUser *person = nil; // -> msal.user
    [old users:&error]; // -> msal.users
    [old accountForHomeAccountId:userId error:&error]; // -> msal.account.homeAccountId
    [old allAccountsFilteredByAuthority:handler]; // -> msal.accounts.filtered
    id ids = @[ mine.uniqueId, mine.tenantId ]; // -> msal.result.tenantProfile msal.result.tenantProfile
    [MSALLogger sharedLogger]; // -> msal.log
    log.PiiLoggingEnabled = YES; // -> msal.log.pii
    [MSALTelemetry sharedInstance]; // -> msal.telemetry
    id misspelt = MSALWebAuthDidReceieveResponseFromBroker; // -> msal.notification.misspelt
    long old1 = MSALErrorInvalidGrant; // -> msal.error.code
    MSALErrorCode code = 0; // -> msal.error.type
}

#import <MSAL/MSAL.h>

void login(MSALPublicClientApplication *application, MSALResult *result, NSError *error) {
    MSALUser *user = nil; // -> msal.user
    [application users:&error]; // -> msal.users
    [application acquireTokenForScopes:@[ @"user.read" ] user:user uiBehavior:MSALForceLogin extraQueryParameters:nil completionBlock:nil]; // -> msal.acquire msal.uiBehavior
    [application acquireTokenSilentForScopes:@[ @"user.read" ] account:nil completionBlock:nil]; // -> msal.acquireSilent
    application = [[MSALPublicClientApplication alloc] initWithClientId:@"id" authority:nil error:&error]; // -> msal.application.create
    application = [[MSALPublicClientApplication alloc] initWithClientId:@"id" error:&error];
    id c = [[MSALPublicClientApplicationConfig alloc] initWithClientId:@"id" redirectUri:nil authority:nil];
    [MSALPublicClientApplication handleMSALResponse:nil]; // -> msal.application.handleResponse
    [MSALPublicClientApplication handleMSALResponse:nil sourceApplication:nil];
    if (error.code == MSALErrorInvalidGrant || error.code == MSALErrorInteractionRequired) { // -> msal.error.code
        NSLog(@"%@ %@ %@", result.uniqueId, result.tenantProfile.tenantId, c); // -> msal.result.tenantProfile
    }
    [[MSALLogger sharedLogger] setCallback:nil]; // -> msal.log
    MSALGlobalConfig.defaultWebviewType = MSALWebviewTypeWKWebView; // -> msal.application.webview
}

#import <MSAL/MSAL.h>

/// The calls of an app in Objective-C: a silent call, and a page where the user is needed.
void KeyfobExampleSignIn(MSALViewController *parent, void (^done)(NSString *token, NSError *error)) {
    NSError *error = nil;
    MSALPublicClientApplicationConfig *config =
        [[MSALPublicClientApplicationConfig alloc] initWithClientId:@"aaaaaaaa-0000-4000-8000-000000000001"];
    MSALPublicClientApplication *application = [[MSALPublicClientApplication alloc] initWithConfiguration:config
                                                                                                    error:&error];
    if (application == nil) {
        done(nil, error);
        return;
    }
    MSALWebviewParameters *webview = [[MSALWebviewParameters alloc] initWithAuthPresentationViewController:parent];
    MSALInteractiveTokenParameters *parameters =
        [[MSALInteractiveTokenParameters alloc] initWithScopes:@[ @"User.Read" ] webviewParameters:webview];
    [application acquireTokenWithParameters:parameters
                            completionBlock:^(MSALResult *result, NSError *failure) {
                                if ([failure.domain isEqualToString:MSALErrorDomain] &&
                                    failure.code == MSALErrorUserCanceled) {
                                    done(nil, nil);
                                    return;
                                }
                                done(result.accessToken, failure);
                            }];
}

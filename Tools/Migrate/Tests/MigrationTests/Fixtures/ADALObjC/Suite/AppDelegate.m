#import "AppDelegate.h"
#import <ADAL/ADAL.h> // -> adal.import
#include "Suite-Swift.h"

@interface AppDelegate ()
@property (nonatomic, strong) ADALAuthenticationContext *context; // -> adal.context
@property (nonatomic, copy) NSString *userId;
@end

static NSString *const kResource = @"https://files.contoso.test/";
#define PROMPT AD_PROMPT_AUTO // -> adal.promptBehavior

@implementation AppDelegate

// [ADALAuthenticationContext authenticationContextWithAuthority:@"x" error:nil] stands in a comment,\
   and so does this: AD_FAILED
- (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options
{
    ADALAuthenticationError *error = nil; // -> adal.error
    [[ADALAuthenticationSettings sharedInstance] setDefaultKeychainGroup:@"com.contoso.cache"]; // -> adal.settings adal.keychainGroup
    self.context = [ADALAuthenticationContext authenticationContextWithAuthority:self.authority validateAuthority:YES error:&error]; // -> adal.context.create
    self.context.credentialsType = AD_CREDENTIALS_AUTO; // -> adal.context.credentialsType adal.context.credentialsType
    [self.context setValidateAuthority:NO]; // -> adal.context.validateAuthority
    _context.webView = nil; // -> adal.context.webView
    NSLog(@"ADALAuthenticationContext %@ \" [x acquireTokenWithResource:y]", error.errorDetails); // -> adal.error.details
    return YES;
}

- (void)tokenWithCompletion:(void (^)(NSString *))completion
{
    NSArray *names = @[ @"a", @"b" ];
    NSString *first = names[0];
    NSURL *redirect = [NSURL URLWithString:[NSString stringWithFormat:@"x-msauth-contoso://%@", first.length ? first : @"y"]];
    [self.context acquireTokenWithResource:kResource // -> adal.acquire
                                  clientId:[self clientIdFor:names[1]]
                               redirectUri:redirect
                                    userId:(self.userId ?: nil)
                           completionBlock:^(ADALAuthenticationResult *result) { // -> adal.result
        if (result.status != AD_SUCCEEDED) { // -> adal.result.status
            if ([result.error.domain isEqualToString:ADAuthenticationErrorDomain] && result.error.code == AD_ERROR_UI_USER_CANCEL) { // -> adal.error.domain adal.error.cancelled
                return;
            }
            [self.context acquireTokenSilentWithResource:@"https://graph.microsoft.com" clientId:kClient redirectUri:redirect userId:self.userId forceRefresh:YES completionBlock:^(ADALAuthenticationResult *inner) { // -> adal.acquireSilent adal.result
                completion(inner.accessToken);
            }];
            return;
        }
        self.userId = result.tokenCacheItem.userInformation.userId; // -> adal.result.tokenCacheItem adal.result.userInformation
        BOOL wide = [result multiResourceRefreshToken]; // -> adal.result.multiResource
        completion(wide ? result.accessToken : nil);
    }];
}

- (BOOL)application:(UIApplication *)app openURL:(NSURL *)url options:(NSDictionary *)options
{
    SEL selector = @selector(application:openURL:options:);
    return selector && [ADALAuthenticationContext handleADALResponse:url sourceApplication:options[UIApplicationOpenURLOptionsSourceApplicationKey]]; // -> adal.context.handleResponse
}

- (void)signOut
{
    ADALKeychainTokenCache *cache = [ADALKeychainTokenCache new]; // -> adal.cache adal.cache
    for (ADALTokenCacheItem *item in [cache allItems:nil]) { // -> adal.cache adal.cache.allItems
        [cache removeItem:item error:nil]; // -> adal.cache.remove
    }
    [[NSNotificationCenter defaultCenter] addObserver:self selector:@selector(done:) name:ADWebAuthDidCompleteNotification object:nil]; // -> adal.webAuth.notification
    [ADALWebAuthController cancelCurrentWebAuthSession]; // -> adal.webAuth
}
@end

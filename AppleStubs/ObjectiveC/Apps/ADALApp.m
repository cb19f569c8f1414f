// An app for ADAL in Objective-C, of the calls that such apps make, under the names of ADAL 2 and of ADAL 4 to 6. It is
// compiled, never run.
#import <ADAL/ADAL.h>

static NSString *const authority = @"https://login.microsoftonline.com/contoso.test";
static NSString *const clientID = @"aaaaaaaa-0000-4000-8000-000000000001";
static NSString *const resource = @"https://graph.windows.net";

@interface TokenSource : NSObject <ADDispatcher>
@property (nonatomic, strong) ADAuthenticationContext *context;
@end

@implementation TokenSource

+ (void)configureLibrary {
    [ADLogger setLevel:ADAL_LOG_LAST];
    [ADLogger setNSLogging:NO];
    [ADLogger setLoggerCallback:^(ADAL_LOG_LEVEL level, NSString *message, BOOL containsPii) {
        if (!containsPii && level == ADAL_LOG_LEVEL_ERROR) NSLog(@"%@", message);
    }];
    ADAuthenticationSettings *settings = [ADAuthenticationSettings sharedInstance];
    settings.expirationBuffer = 300;
    settings.requestTimeOut = 60;
#if TARGET_OS_IPHONE
    settings.enableFullScreen = YES;
    [settings setDefaultKeychainGroup:@"test.contoso.suite"];
#endif
}

- (void)tokenWithCompletion:(void (^)(NSString *_Nullable token, NSError *_Nullable error))completion {
    ADAuthenticationError *error = nil;
    self.context = [ADAuthenticationContext authenticationContextWithAuthority:authority error:&error];
    if (!self.context) return completion(nil, error);
    self.context.correlationId = [NSUUID UUID];
    self.context.credentialsType = AD_CREDENTIALS_EMBEDDED;

    ADAuthenticationCallback finish = ^(ADAuthenticationResult *result) {
        if (result.status == AD_SUCCEEDED) {
            NSLog(@"%@", result.tokenCacheItem.userInformation.userId);
            return completion(result.accessToken, nil);
        }
        if (result.status == AD_USER_CANCELLED) return completion(nil, nil);
        switch (result.error.code) {
            case AD_ERROR_SERVER_USER_INPUT_NEEDED:
            case AD_ERROR_UI_USER_CANCEL:
            case AD_ERROR_CACHE_MULTIPLE_USERS:
                break;
            default:
                if (![result.error.domain isEqualToString:ADOAuthServerErrorDomain]) break;
                NSLog(@"%@", result.error.protocolCode);
        }
        completion(nil, result.error);
    };
    NSURL *redirect = [NSURL URLWithString:@"x-msauth-test-contoso-app://test.contoso.app"];
    [self.context acquireTokenSilentWithResource:resource
                                        clientId:clientID
                                     redirectUri:redirect
                                 completionBlock:finish];
    [self.context acquireTokenWithResource:resource
                                  clientId:clientID
                               redirectUri:redirect
                            promptBehavior:AD_PROMPT_AUTO
                                    userId:@"ada@contoso.test"
                      extraQueryParameters:nil
                           completionBlock:finish];
    [self.context acquireTokenWithResource:resource
                                  clientId:clientID
                               redirectUri:redirect
                            promptBehavior:AD_PROMPT_ALWAYS
                            userIdentifier:[ADUserIdentifier identifierWithId:@"ada@contoso.test"
                                                                         type:RequiredDisplayableId]
                      extraQueryParameters:nil
                           completionBlock:finish];
    [self.context acquireTokenForAssertion:@"assertion"
                             assertionType:AD_SAML1_1
                                  resource:resource
                                  clientId:clientID
                                    userId:@"ada@contoso.test"
                           completionBlock:finish];
}

- (void)readChallengeOf:(NSHTTPURLResponse *)response {
    if (response.statusCode != HTTP_UNAUTHORIZED) return;
    ADAuthenticationError *error = nil;
    ADAuthenticationParameters *parameters = [ADAuthenticationParameters parametersFromResponse:response error:&error];
    NSLog(@"%@ %@", parameters.authority, error.errorDetails);
    ADParametersCompletion finish = ^(ADAuthenticationParameters *found, ADAuthenticationError *failure) {
        NSLog(@"%@ %@", found.authority, failure.errorDetails);
    };
    [ADAuthenticationParameters parametersFromResourceUrl:[NSURL URLWithString:resource] completionBlock:finish];
}

- (void)signOut {
    ADAuthenticationError *error = nil;
#if TARGET_OS_IPHONE
    ADKeychainTokenCache *cache = [ADKeychainTokenCache defaultKeychainCache];
    for (ADTokenCacheItem *item in [cache allItems:&error]) {
        if (![cache removeItem:item error:&error]) NSLog(@"%@", error);
    }
    if (![cache wipeAllItemsForUserId:@"ada@contoso.test" error:&error]) NSLog(@"%@", error);
#else
    ADTokenCache *cache = [ADTokenCache defaultCache];
    if (![cache removeAllForClientId:clientID error:&error]) NSLog(@"%@", error);
    [cache deserialize:[cache serialize] error:&error];
#endif
}

- (void)observe {
    [[ADTelemetry sharedInstance] addDispatcher:self aggregationRequired:YES];
    [NSNotificationCenter.defaultCenter addObserverForName:ADWebAuthDidFailNotification
                                                    object:nil
                                                     queue:nil
                                                usingBlock:^(NSNotification *note) {
        NSLog(@"%@", note.userInfo);
    }];
    [ADWebAuthController cancelCurrentWebAuthSession];
}

- (void)dispatchEvent:(NSDictionary<NSString *, NSString *> *)event {
    NSLog(@"%@", event);
}

@end

ADALAuthenticationContext *contextOfADAL6(ADALAuthenticationError **error) {
    [ADALLogger setLevel:ADAL_LOG_LEVEL_WARN];
    ADALPromptBehavior behavior = AD_FORCE_PROMPT;
    ADALErrorCode code = AD_ERROR_SUCCEEDED;
    NSLog(@"%d %d", (int)behavior, (int)code);
    return [[ADALAuthenticationContext alloc] initWithAuthority:authority validateAuthority:YES error:error];
}

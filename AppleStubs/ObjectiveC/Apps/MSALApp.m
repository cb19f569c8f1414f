// An app for MSAL in Objective-C, of the calls that such apps make. It is compiled, never run.
#import <MSAL/MSALPublicClientApplication+SingleAccount.h>

#import <MSAL/MSAL.h>

static NSString *const clientID = @"aaaaaaaa-0000-4000-8000-000000000001";
static NSString *const authority = @"https://login.microsoftonline.com/organizations";

@interface SignIn : NSObject <MSALJsonSerializable>
@property (nonatomic, strong) MSALPublicClientApplication *application;
@property (nonatomic, strong, nullable) MSALAccount *account;
@property (nonatomic, copy) MSALCompletionBlock finish;
@end

@implementation SignIn

- (nullable instancetype)initWithError:(NSError **)error {
    self = [super init];
    if (!self) return nil;

    MSALAuthority *chosen = [MSALAuthority authorityWithURL:[NSURL URLWithString:authority] error:error];
    MSALAADAuthority *ofTenant = [[MSALAADAuthority alloc] initWithCloudInstance:MSALAzurePublicCloudInstance
                                                                    audienceType:MSALAzureADMyOrgOnlyAudience
                                                                       rawTenant:@"contoso.test"
                                                                           error:error];
    if (!chosen || !ofTenant) return nil;

    MSALPublicClientApplicationConfig *configuration =
        [[MSALPublicClientApplicationConfig alloc] initWithClientId:clientID
                                                        redirectUri:@"msauth.test.contoso.app://auth"
                                                          authority:chosen];
    configuration.knownAuthorities = @[ ofTenant ];
    configuration.clientApplicationCapabilities = @[ @"CP1" ];
    configuration.cacheConfig.keychainSharingGroup = @"test.contoso.suite";
    configuration.sliceConfig = [MSALSliceConfig configWithSlice:@"slice" dc:@"dc"];
    configuration.tokenExpirationBuffer = 300;

    self.application = [[MSALPublicClientApplication alloc] initWithConfiguration:configuration error:error];
    return self.application ? self : nil;
}

+ (void)configureLibrary {
    MSALGlobalConfig.loggerConfig.logLevel = MSALLogLevelLast;
    MSALGlobalConfig.loggerConfig.logMaskingLevel = MSALLogMaskingSettingsMaskAllPII;
    [MSALGlobalConfig.loggerConfig setLogCallback:^(MSALLogLevel level, NSString *message, BOOL containsPII) {
        if (!containsPII && level <= MSALLogLevelWarning) NSLog(@"%@", message);
    }];
    MSALGlobalConfig.telemetryConfig.telemetryCallback = ^(NSDictionary<NSString *, NSString *> *event) {
        NSLog(@"%@", event[@"event"]);
    };
    MSALGlobalConfig.httpConfig.retryCount = 2;
    MSALGlobalConfig.brokerAvailability = MSALBrokeredAvailabilityNone;
}

- (MSALWebviewParameters *)parametersOver:(MSALViewController *)controller {
    MSALWebviewParameters *parameters =
        [[MSALWebviewParameters alloc] initWithAuthPresentationViewController:controller];
    parameters.webviewType = MSALWebviewTypeDefault;
#if TARGET_OS_IPHONE
    parameters.presentationStyle = UIModalPresentationFormSheet;
    BOOL isSafari = parameters.webviewType == MSALWebviewTypeSafariViewController;
    parameters.prefersEphemeralWebBrowserSession = !isSafari;
#endif
    return parameters;
}

- (void)signInOver:(MSALViewController *)controller {
    MSALInteractiveTokenParameters *parameters =
        [[MSALInteractiveTokenParameters alloc] initWithScopes:@[ @"user.read" ]
                                             webviewParameters:[self parametersOver:controller]];
    parameters.promptType = MSALPromptTypeDefault;
    parameters.loginHint = @"ada@contoso.test";
    parameters.extraScopesToConsent = @[ @"api://files/Files.Read" ];
    parameters.extraQueryParameters = @{ @"dc" : @"test" };
    parameters.completionBlockQueue = dispatch_get_main_queue();
    parameters.authenticationScheme =
        [[MSALAuthenticationSchemePop alloc] initWithHttpMethod:MSALHttpMethodPOST
                                                     requestUrl:[NSURL URLWithString:@"https://api.contoso.test/files"]
                                                          nonce:nil
                                           additionalParameters:nil];
    NSLog(@"%@", MSALParameterStringForHttpMethod(MSALHttpMethodPOST));
    [self.application acquireTokenWithParameters:parameters completionBlock:self.finish];
}

- (void)tokenWithCompletion:(void (^)(NSString *_Nullable token, NSError *_Nullable error))completion {
    NSError *error = nil;
    NSArray<MSALAccount *> *accounts = [self.application allAccounts:&error];
    MSALAccount *account = [self.application accountForIdentifier:@"uid.utid" error:&error] ?: accounts.firstObject;
    if (!account) return completion(nil, error);

    MSALSilentTokenParameters *parameters = [[MSALSilentTokenParameters alloc] initWithScopes:@[ @"user.read" ]
                                                                                      account:account];
    parameters.forceRefresh = NO;
    parameters.claimsRequest = [[MSALClaimsRequest alloc] initWithJsonString:@"{\"access_token\":{}}" error:&error];
    [self.application acquireTokenSilentWithParameters:parameters
                                       completionBlock:^(MSALResult *result, NSError *failure) {
        if (result) return completion(result.accessToken, nil);
        if (![failure.domain isEqualToString:MSALErrorDomain]) return completion(nil, failure);
        switch ((MSALError)failure.code) {
            case MSALErrorInteractionRequired:
            case MSALErrorServerDeclinedScopes:
                NSLog(@"%@ %@", failure.userInfo[MSALGrantedScopesKey], failure.userInfo[MSALDeclinedScopesKey]);
                break;
            case MSALErrorUserCanceled:
            case MSALErrorWorkplaceJoinRequired:
                break;
            case MSALErrorInternal:
                if ([failure.userInfo[MSALInternalErrorCodeKey] integerValue] == MSALInternalErrorInvalidGrant) {
                    NSLog(@"%@", failure.userInfo[MSALOAuthSubErrorKey]);
                }
                break;
            default:
                NSLog(@"%@", failure.userInfo[MSALCorrelationIDKey]);
        }
        completion(nil, failure);
    }];
}

- (void)show:(MSALResult *)result {
    NSMutableString *text = [NSMutableString string];
    [text appendString:result.account.username ?: @""];
    [text appendFormat:@"%@ %@", result.tenantProfile.tenantId, result.authorizationHeader];
    for (MSALTenantProfile *profile in result.account.tenantProfiles) [text appendString:profile.identifier];
    NSLog(@"%@ %@ %@", text, result.scopes, result.expiresOn);
}

- (void)signOutOver:(MSALViewController *)controller {
    MSALSignoutParameters *parameters =
        [[MSALSignoutParameters alloc] initWithWebviewParameters:[self parametersOver:controller]];
    parameters.signoutFromBrowser = YES;
    MSALSignoutCompletionBlock done = ^(BOOL success, NSError *error) {
        if (!success) NSLog(@"%@", error);
    };
    if (self.account) {
        [self.application signoutWithAccount:self.account signoutParameters:parameters completionBlock:done];
    }
}

- (void)lookAtDevice {
    MSALParameters *parameters = [[MSALParameters alloc] init];
    MSALCurrentAccountCompletionBlock current = ^(MSALAccount *account, MSALAccount *previous, NSError *error) {
        if (account || previous) NSLog(@"%@", error);
    };
    [self.application getCurrentAccountWithParameters:parameters completionBlock:current];
    [self.application getDeviceInformationWithParameters:parameters
                                         completionBlock:^(MSALDeviceInformation *device, NSError *error) {
        if (device.deviceMode == MSALDeviceModeShared) NSLog(@"%@", error);
    }];
    [NSNotificationCenter.defaultCenter addObserverForName:MSALWebAuthDidFailNotification
                                                    object:nil
                                                     queue:nil
                                                usingBlock:^(NSNotification *note) {
        NSLog(@"%@", note.userInfo[@"url"]);
    }];
}

- (NSString *)jsonString {
    MSALIndividualClaimRequestAdditionalInfo *info = [MSALIndividualClaimRequestAdditionalInfo new];
    info.essential = @YES;
    MSALIndividualClaimRequest *claim = [[MSALIndividualClaimRequest alloc] initWithName:@"polids"];
    claim.additionalInfo = info;
    MSALClaimsRequest *request = [MSALClaimsRequest new];
    NSError *error = nil;
    if (![request requestClaim:claim forTarget:MSALClaimsRequestTargetAccessToken error:&error]) NSLog(@"%@", error);
    return [request jsonString];
}

@end

#if TARGET_OS_IPHONE
@interface AppDelegate : UIResponder <UIApplicationDelegate>
@end

@implementation AppDelegate

- (BOOL)application:(UIApplication *)application
            openURL:(NSURL *)url
            options:(NSDictionary<UIApplicationOpenURLOptionsKey, id> *)options {
    return [MSALPublicClientApplication handleMSALResponse:url
                                         sourceApplication:options[UIApplicationOpenURLOptionsSourceApplicationKey]];
}

@end
#endif

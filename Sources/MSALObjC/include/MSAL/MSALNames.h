// The names of MSAL that Swift code cannot declare for Objective-C: constants of text, completion blocks, other names
// of an enumeration's constants, a function. Swift has each of them from the module MSAL, so all are refined away for
// Swift: a file with both modules has one declaration of each.
#import <Foundation/Foundation.h>
#import <TargetConditionals.h>

NS_ASSUME_NONNULL_BEGIN

extern NSString *const MSALErrorDomain NS_REFINED_FOR_SWIFT;
extern NSString *const MSALOAuthErrorKey NS_REFINED_FOR_SWIFT;
extern NSString *const MSALOAuthSubErrorKey NS_REFINED_FOR_SWIFT;
extern NSString *const MSALOAuthSubErrorDescriptionKey NS_REFINED_FOR_SWIFT;
extern NSString *const MSALErrorDescriptionKey NS_REFINED_FOR_SWIFT;
extern NSString *const MSALSTSErrorCodesKey NS_REFINED_FOR_SWIFT;
extern NSString *const MSALInternalErrorCodeKey NS_REFINED_FOR_SWIFT;
extern NSString *const MSALHTTPHeadersKey NS_REFINED_FOR_SWIFT;
extern NSString *const MSALHTTPResponseCodeKey NS_REFINED_FOR_SWIFT;
extern NSString *const MSALCorrelationIDKey NS_REFINED_FOR_SWIFT;
extern NSString *const MSALDeclinedScopesKey NS_REFINED_FOR_SWIFT;
extern NSString *const MSALGrantedScopesKey NS_REFINED_FOR_SWIFT;
extern NSString *const MSALInvalidResultKey NS_REFINED_FOR_SWIFT;
extern NSString *const MSALDisplayableUserIdKey NS_REFINED_FOR_SWIFT;
extern NSString *const MSALHomeAccountIdKey NS_REFINED_FOR_SWIFT;
extern NSString *const MSALBrokerVersionKey NS_REFINED_FOR_SWIFT;
extern NSString *const MSALThrottlingCacheHitKey NS_REFINED_FOR_SWIFT;
extern NSString *const MSALWebAuthDidStartLoadNotification NS_REFINED_FOR_SWIFT;
extern NSString *const MSALWebAuthDidFinishLoadNotification NS_REFINED_FOR_SWIFT;
extern NSString *const MSALWebAuthDidFailNotification NS_REFINED_FOR_SWIFT;
extern NSString *const MSALWebAuthDidCompleteNotification NS_REFINED_FOR_SWIFT;
extern NSString *const MSALWebAuthWillSwitchToBrokerApp NS_REFINED_FOR_SWIFT;
extern NSString *const MSALWebAuthDidReceiveResponseFromBroker NS_REFINED_FOR_SWIFT;
extern NSString *const MSAL_PRIMARY_REGISTRATION_UPN NS_REFINED_FOR_SWIFT;
extern NSString *const MSAL_PRIMARY_REGISTRATION_DEVICE_ID NS_REFINED_FOR_SWIFT;
extern NSString *const MSAL_PRIMARY_REGISTRATION_TENANT_ID NS_REFINED_FOR_SWIFT;
extern NSString *const MSAL_PRIMARY_REGISTRATION_CLOUD NS_REFINED_FOR_SWIFT;
extern NSString *const MSAL_PRIMARY_REGISTRATION_CERTIFICATE_THUMBPRINT NS_REFINED_FOR_SWIFT;

// The module MSAL declares these: its header imports this module, not the reverse.
@class MSALAccount, MSALDeviceInformation, MSALDeviceTokenResult, MSALResult, MSALWPJMetaData;
enum MSALHttpMethod : NSUInteger;
enum MSALLogLevel : NSInteger;

typedef void (^MSALCompletionBlock)(MSALResult *_Nullable result, NSError *_Nullable error) NS_REFINED_FOR_SWIFT;
typedef void (^MSALAccountsCompletionBlock)(
    NSArray<MSALAccount *> *_Nullable accounts, NSError *_Nullable error) NS_REFINED_FOR_SWIFT;
typedef void (^MSALCurrentAccountCompletionBlock)(
    MSALAccount *_Nullable account, MSALAccount *_Nullable previousAccount,
    NSError *_Nullable error) NS_REFINED_FOR_SWIFT;
typedef void (^MSALSignoutCompletionBlock)(BOOL success, NSError *_Nullable error) NS_REFINED_FOR_SWIFT;
typedef void (^MSALDeviceInformationCompletionBlock)(
    MSALDeviceInformation *_Nullable deviceInformation, NSError *_Nullable error) NS_REFINED_FOR_SWIFT;
typedef void (^MSALWPJMetaDataCompletionBlock)(
    MSALWPJMetaData *_Nullable registration, NSError *_Nullable error) NS_REFINED_FOR_SWIFT;
typedef void (^MSALDeviceTokenResultCompletionBlock)(
    MSALDeviceTokenResult *_Nullable result, NSError *_Nullable error) NS_REFINED_FOR_SWIFT;
typedef void (^MSALLogCallback)(
    enum MSALLogLevel level, NSString *_Nullable message, BOOL containsPII) NS_REFINED_FOR_SWIFT;
typedef void (^MSALTelemetryCallback)(NSDictionary<NSString *, NSString *> *event) NS_REFINED_FOR_SWIFT;

#if TARGET_OS_IPHONE
@class UIViewController;
typedef UIViewController MSALViewController NS_REFINED_FOR_SWIFT;
#else
@class NSViewController;
typedef NSViewController MSALViewController NS_REFINED_FOR_SWIFT;
#endif

// The second names of two constants.
#define MSALLogLevelLast MSALLogLevelVerbose
#define MSALPromptTypeDefault MSALPromptTypePromptIfNecessary

// The method as written in a request line.
extern NSString *MSALParameterStringForHttpMethod(enum MSALHttpMethod httpMethod) NS_REFINED_FOR_SWIFT;

// MSALPublicClientApplication conforms to it, for one effect: the header that the compiler writes for the module MSAL
// then imports this module, so that `@import MSAL;` has these names too.
@protocol KeyfobMSALNames
@end

NS_ASSUME_NONNULL_END

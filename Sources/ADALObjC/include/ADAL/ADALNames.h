// The names of ADAL that Swift code cannot declare for Objective-C: constants of text, blocks, the classes' names in
// ADAL 4 to 6. Swift has each of them from the module ADAL, so all are refined away for Swift: a file with both modules
// has one declaration of each.
#import <Foundation/Foundation.h>
#import <stdint.h>

NS_ASSUME_NONNULL_BEGIN

extern NSString *const ADAuthenticationErrorDomain NS_REFINED_FOR_SWIFT;
extern NSString *const ADBrokerResponseErrorDomain NS_REFINED_FOR_SWIFT;
extern NSString *const ADKeychainErrorDomain NS_REFINED_FOR_SWIFT;
extern NSString *const ADHTTPErrorCodeDomain NS_REFINED_FOR_SWIFT;
extern NSString *const ADOAuthServerErrorDomain NS_REFINED_FOR_SWIFT;
extern NSString *const ADHTTPHeadersKey NS_REFINED_FOR_SWIFT;
extern NSString *const ADSuberrorKey NS_REFINED_FOR_SWIFT;
extern NSString *const ADBrokerVersionKey NS_REFINED_FOR_SWIFT;
extern NSString *const ADUserIdKey NS_REFINED_FOR_SWIFT;
extern NSString *const ADWebAuthDidStartLoadNotification NS_REFINED_FOR_SWIFT;
extern NSString *const ADWebAuthDidFinishLoadNotification NS_REFINED_FOR_SWIFT;
extern NSString *const ADWebAuthDidFailNotification NS_REFINED_FOR_SWIFT;
extern NSString *const ADWebAuthDidCompleteNotification NS_REFINED_FOR_SWIFT;
extern NSString *const ADWebAuthWillSwitchToBrokerApp NS_REFINED_FOR_SWIFT;
extern NSString *const ADWebAuthDidReceieveResponseFromBroker NS_REFINED_FOR_SWIFT;

typedef enum {
    HTTP_UNAUTHORIZED NS_REFINED_FOR_SWIFT = 401,
} HTTPStatusCodes NS_REFINED_FOR_SWIFT;

// The module ADAL declares these: its header imports this module, not the reverse.
@class ADAuthenticationError, ADAuthenticationParameters, ADAuthenticationResult;
enum ADAL_LOG_LEVEL : uint32_t;

typedef void (^ADAuthenticationCallback)(ADAuthenticationResult *result) NS_REFINED_FOR_SWIFT;
typedef void (^ADParametersCompletion)(
    ADAuthenticationParameters *_Nullable parameters, ADAuthenticationError *_Nullable error) NS_REFINED_FOR_SWIFT;
typedef void (^ADLoggerCallback)(
    enum ADAL_LOG_LEVEL logLevel, NSString *message, BOOL containsPii) NS_REFINED_FOR_SWIFT;
typedef void (^LogCallback)(
    enum ADAL_LOG_LEVEL logLevel, NSString *message, NSString *_Nullable additionalInfo, NSInteger errorCode,
    NSDictionary *_Nullable userInfo) NS_REFINED_FOR_SWIFT;

// The web view's type. In ADAL 2.7 it was a class that Apple has withdrawn.
@class WKWebView;
typedef WKWebView WebViewType NS_REFINED_FOR_SWIFT;

// The second name of a constant.
#define ADAL_LOG_LAST ADAL_LOG_LEVEL_VERBOSE

// ADAuthenticationContext conforms to it, for one effect: the header that the compiler writes for the module ADAL then
// imports this module, so that `@import ADAL;` has these names too.
@protocol KeyfobADALNames
@end

NS_ASSUME_NONNULL_END

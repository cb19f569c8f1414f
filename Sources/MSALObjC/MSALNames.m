#import <MSAL/MSALNames.h>

NSString *const MSALErrorDomain = @"MSALErrorDomain";
NSString *const MSALOAuthErrorKey = @"MSALOAuthErrorKey";
NSString *const MSALOAuthSubErrorKey = @"MSALOAuthSubErrorKey";
NSString *const MSALOAuthSubErrorDescriptionKey = @"MSALOAuthSubErrorDescriptionKey";
NSString *const MSALErrorDescriptionKey = @"MSALErrorDescriptionKey";
NSString *const MSALSTSErrorCodesKey = @"MSALSTSErrorCodesKey";
NSString *const MSALInternalErrorCodeKey = @"MSALInternalErrorCodeKey";
NSString *const MSALHTTPHeadersKey = @"MSALHTTPHeadersKey";
NSString *const MSALHTTPResponseCodeKey = @"MSALHTTPResponseCodeKey";
NSString *const MSALCorrelationIDKey = @"MSALCorrelationIDKey";
NSString *const MSALDeclinedScopesKey = @"MSALDeclinedScopesKey";
NSString *const MSALGrantedScopesKey = @"MSALGrantedScopesKey";
NSString *const MSALInvalidResultKey = @"MSALInvalidResultKey";
NSString *const MSALDisplayableUserIdKey = @"MSALDisplayableUserIdKey";
NSString *const MSALHomeAccountIdKey = @"MSALHomeAccountIdKey";
NSString *const MSALBrokerVersionKey = @"MSALBrokerVersionKey";
NSString *const MSALThrottlingCacheHitKey = @"MSALThrottlingCacheHitKey";
NSString *const MSALWebAuthDidStartLoadNotification = @"MSALWebAuthDidStartLoadNotification";
NSString *const MSALWebAuthDidFinishLoadNotification = @"MSALWebAuthDidFinishLoadNotification";
NSString *const MSALWebAuthDidFailNotification = @"MSALWebAuthDidFailNotification";
NSString *const MSALWebAuthDidCompleteNotification = @"MSALWebAuthDidCompleteNotification";
NSString *const MSALWebAuthWillSwitchToBrokerApp = @"MSALWebAuthWillSwitchToBrokerApp";
NSString *const MSALWebAuthDidReceiveResponseFromBroker = @"MSALWebAuthDidReceiveResponseFromBroker";
NSString *const MSAL_PRIMARY_REGISTRATION_UPN = @"primary_registration_metadata_upn";
NSString *const MSAL_PRIMARY_REGISTRATION_DEVICE_ID = @"primary_registration_metadata_device_id";
NSString *const MSAL_PRIMARY_REGISTRATION_TENANT_ID = @"primary_registration_metadata_tenant_id";
NSString *const MSAL_PRIMARY_REGISTRATION_CLOUD = @"primary_registration_metadata_cloud_host";
NSString *const MSAL_PRIMARY_REGISTRATION_CERTIFICATE_THUMBPRINT =
    @"primary_registration_metadata_certificate_thumbprint";

NSString *MSALParameterStringForHttpMethod(enum MSALHttpMethod httpMethod) {
    NSArray<NSString *> *const names = @[
        @"GET", @"HEAD", @"POST", @"PUT", @"DELETE", @"CONNECT", @"OPTIONS", @"TRACE", @"PATCH"
    ];
    NSUInteger const number = (NSUInteger)httpMethod;
    return number < names.count ? names[number] : @"";
}

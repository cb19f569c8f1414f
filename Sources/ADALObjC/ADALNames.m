#import <ADAL/ADALNames.h>

NSString *const ADAuthenticationErrorDomain = @"ADAuthenticationErrorDomain";
NSString *const ADBrokerResponseErrorDomain = @"ADBrokerResponseErrorDomain";
NSString *const ADKeychainErrorDomain = @"ADKeychainErrorDomain";
NSString *const ADHTTPErrorCodeDomain = @"ADHTTPErrorCodeDomain";
NSString *const ADOAuthServerErrorDomain = @"ADOAuthServerErrorDomain";
NSString *const ADHTTPHeadersKey = @"ADHTTPHeadersKey";
NSString *const ADSuberrorKey = @"ADSuberrorKey";
NSString *const ADBrokerVersionKey = @"ADBrokerVersionKey";
NSString *const ADUserIdKey = @"ADUserIdKey";
NSString *const ADWebAuthDidStartLoadNotification = @"ADWebAuthDidStartLoadNotification";
NSString *const ADWebAuthDidFinishLoadNotification = @"ADWebAuthDidFinishLoadNotification";
NSString *const ADWebAuthDidFailNotification = @"ADWebAuthDidFailNotification";
NSString *const ADWebAuthDidCompleteNotification = @"ADWebAuthDidCompleteNotification";
NSString *const ADWebAuthWillSwitchToBrokerApp = @"ADWebAuthWillSwitchToBrokerApp";
NSString *const ADWebAuthDidReceieveResponseFromBroker = @"ADWebAuthDidReceieveResponseFromBroker";

// The umbrella header, under the name that apps import. Objective-C++ needs the option -fcxx-modules for it.
#pragma once

#import <Foundation/Foundation.h>
#import <TargetConditionals.h>
#if TARGET_OS_IPHONE
#import <UIKit/UIKit.h>
#else
#import <Cocoa/Cocoa.h>
#endif
#import <WebKit/WebKit.h>

#import <ADAL/ADALNames.h>

@import ADAL;

// The names of ADAL 4, 5 and 6.
@compatibility_alias ADALLogger ADLogger;
@compatibility_alias ADALAuthenticationContext ADAuthenticationContext;
@compatibility_alias ADALAuthenticationError ADAuthenticationError;
@compatibility_alias ADALAuthenticationParameters ADAuthenticationParameters;
@compatibility_alias ADALAuthenticationResult ADAuthenticationResult;
@compatibility_alias ADALAuthenticationSettings ADAuthenticationSettings;
@compatibility_alias ADALTelemetry ADTelemetry;
@compatibility_alias ADALTokenCacheItem ADTokenCacheItem;
@compatibility_alias ADALUserIdentifier ADUserIdentifier;
@compatibility_alias ADALUserInformation ADUserInformation;
@compatibility_alias ADALWebAuthController ADWebAuthController;
#if TARGET_OS_IPHONE
@compatibility_alias ADALKeychainTokenCache ADKeychainTokenCache;
#else
@compatibility_alias ADALTokenCache ADTokenCache;
@protocol ADALTokenCacheDelegate <ADTokenCacheDelegate>
@end
#endif

typedef ADAssertionType ADALAssertionType;
typedef ADAuthenticationResultStatus ADALAuthenticationResultStatus;
typedef ADCredentialsType ADALCredentialsType;
typedef ADErrorCode ADALErrorCode;
typedef ADPromptBehavior ADALPromptBehavior;
typedef ADUserIdentifierType ADALUserIdentifierType;

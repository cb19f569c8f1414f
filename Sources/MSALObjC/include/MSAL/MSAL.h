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

#import <MSAL/MSALNames.h>

@import MSAL;

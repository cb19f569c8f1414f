// What Objective-C apps and the headers of MSAL and ADAL use of AppKit.
#pragma once
#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

@class NSApplication;

@interface NSResponder : NSObject
@end

@interface NSWindow : NSResponder
@end

@interface NSViewController (AppKit)
- (void)viewDidLoad;
@end

@protocol NSApplicationDelegate <NSObject>
@optional
- (void)applicationDidFinishLaunching:(NSNotification *)notification;
@end

NS_ASSUME_NONNULL_END

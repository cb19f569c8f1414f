// The root of Objective-C's classes, as far as the modules' declarations use it. The Swift compiler imports this file
// as the module ObjectiveC; Foundation/Foundation.h includes it too.
#pragma once

#pragma clang assume_nonnull begin

#ifndef __OBJC_BOOL_IS_BOOL
#define __OBJC_BOOL_IS_BOOL 1
#endif
typedef _Bool BOOL;
typedef long NSInteger;
typedef unsigned long NSUInteger;
typedef double NSTimeInterval;
typedef struct _NSZone *KeyfobZone;
// Stands for the last parameter, `NSError **`, of a method that throws in Swift; the check prints that type instead.
typedef struct KeyfobErrorOut *KeyfobErrorOut;
// Stands for the same parameter of a method that does not throw in Swift.
typedef struct KeyfobPointerOut *KeyfobPointerOut;

@protocol NSObject
- (BOOL)isEqual:(nullable id)object;
@property (readonly) NSUInteger hash;
@end

__attribute__((objc_root_class))
@interface NSObject <NSObject>
- (instancetype)init;
@end

@class NSCoder;

@protocol NSCopying
- (id)copyWithZone:(nullable KeyfobZone)zone;
@end

@protocol NSCoding
- (void)encodeWithCoder:(NSCoder *)coder;
- (nullable instancetype)initWithCoder:(NSCoder *)coder;
@end

@protocol NSSecureCoding <NSCoding>
@property (class, readonly) BOOL supportsSecureCoding;
@end

@interface NSCoder : NSObject
@end

@interface NSError : NSObject
@end

@interface NSNumber : NSObject
@end

// Swift's DispatchQueue; the check prints `dispatch_queue_t` in its place.
__attribute__((swift_name("DispatchQueue"))) __attribute__((swift_attr("@Sendable")))
@interface KeyfobQueue : NSObject
@end

__attribute__((swift_name("HTTPURLResponse")))
@interface NSHTTPURLResponse : NSObject
@end

// Types of UIKit, AppKit and WebKit that the modules' declarations name.
#define KEYFOB_MAIN_ACTOR __attribute__((swift_attr("@MainActor")))
KEYFOB_MAIN_ACTOR
@interface UIViewController : NSObject
@end
KEYFOB_MAIN_ACTOR
@interface NSViewController : NSObject
@end
KEYFOB_MAIN_ACTOR
@interface WKWebView : NSObject
@end
KEYFOB_MAIN_ACTOR
@interface WKWebViewConfiguration : NSObject
@end
typedef enum __attribute__((enum_extensibility(open))) UIModalPresentationStyle : NSInteger {
    UIModalPresentationFullScreen = 0,
    UIModalPresentationPageSheet,
    UIModalPresentationFormSheet,
    UIModalPresentationCurrentContext,
    UIModalPresentationCustom,
    UIModalPresentationOverFullScreen,
    UIModalPresentationOverCurrentContext,
    UIModalPresentationPopover,
    UIModalPresentationNone = -1,
    UIModalPresentationAutomatic = -2,
} UIModalPresentationStyle;

#pragma clang assume_nonnull end

// What Objective-C apps and the headers of MSAL and ADAL use of Foundation. Declarations alone: nothing links them.
#pragma once

#define FOUNDATION_EXPORT extern
#define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#define NS_UNAVAILABLE __attribute__((unavailable))
#define NS_DESIGNATED_INITIALIZER __attribute__((objc_designated_initializer))
#define NS_SWIFT_NAME(name) __attribute__((swift_name(#name)))
#define NS_SWIFT_SENDABLE __attribute__((swift_attr("@Sendable")))
#define NS_REFINED_FOR_SWIFT __attribute__((swift_private))
#define NS_ENUM(type, name) enum __attribute__((enum_extensibility(open))) name : type name; enum name : type
#define NS_OPTIONS(type, name) enum __attribute__((flag_enum)) name : type name; enum name : type
#define NS_STRING_ENUM __attribute__((swift_wrapper(enum)))
#define NS_TYPED_EXTENSIBLE_ENUM __attribute__((swift_wrapper(struct)))
#define API_AVAILABLE(...)
#define YES ((BOOL)1)
#define NO ((BOOL)0)
#define nil ((id)0)

#import <objc/NSObject.h>

typedef struct _NSZone NSZone;
typedef double CGFloat;
typedef struct CGRect { CGFloat x, y, width, height; } CGRect;

NS_ASSUME_NONNULL_BEGIN

@class NSString, NSURL, NSData, NSDate, NSNumber, NSBundle, NSUUID;
typedef struct {
    unsigned long state;
    id __unsafe_unretained _Nullable *_Nullable itemsPtr;
    unsigned long *_Nullable mutationsPtr;
    unsigned long extra[5];
} NSFastEnumerationState;

@protocol NSFastEnumeration
- (NSUInteger)countByEnumeratingWithState:(NSFastEnumerationState *)state
                                  objects:(id __unsafe_unretained _Nullable[_Nonnull])buffer
                                    count:(NSUInteger)length;
@end

@interface NSObject (NSObject)
// Only Apple's Foundation bridges its type to Swift's.
#ifndef __swift__
@property (readonly, copy) NSString *description;
#endif
+ (instancetype)new;
+ (instancetype)alloc;
+ (Class)class;
- (id)copy;
- (BOOL)isKindOfClass:(Class)type;
- (BOOL)respondsToSelector:(SEL)selector;
@end

@interface NSNumber (NSNumber) <NSCopying, NSSecureCoding>
@property (readonly) NSInteger integerValue;
@property (readonly) int intValue;
@property (readonly) BOOL boolValue;
+ (NSNumber *)numberWithBool:(BOOL)value;
+ (NSNumber *)numberWithChar:(char)value;
+ (NSNumber *)numberWithDouble:(double)value;
+ (NSNumber *)numberWithInt:(int)value;
+ (NSNumber *)numberWithInteger:(NSInteger)value;
+ (NSNumber *)numberWithLong:(long)value;
+ (NSNumber *)numberWithUnsignedLong:(unsigned long)value;
@end

typedef NSUInteger NSStringEncoding;
enum { NSUTF8StringEncoding = 4 };

@interface NSString : NSObject <NSCopying, NSSecureCoding>
@property (readonly) NSUInteger length;
+ (instancetype)string;
+ (instancetype)stringWithFormat:(NSString *)format, ... __attribute__((format(__NSString__, 1, 2)));
- (nullable instancetype)initWithData:(NSData *)data encoding:(NSStringEncoding)encoding;
- (BOOL)isEqualToString:(NSString *)other;
- (BOOL)hasPrefix:(NSString *)prefix;
- (BOOL)containsString:(NSString *)other;
- (NSString *)stringByAppendingString:(NSString *)other;
- (NSString *)stringByAppendingFormat:(NSString *)format, ... __attribute__((format(__NSString__, 1, 2)));
- (nullable NSData *)dataUsingEncoding:(NSStringEncoding)encoding;
@end

@interface NSMutableString : NSString
- (void)appendString:(NSString *)other;
- (void)appendFormat:(NSString *)format, ... __attribute__((format(__NSString__, 1, 2)));
@end

@interface NSArray<__covariant Element> : NSObject <NSCopying, NSSecureCoding, NSFastEnumeration>
@property (readonly) NSUInteger count;
@property (nullable, nonatomic, readonly) Element firstObject;
+ (instancetype)array;
+ (instancetype)arrayWithObjects:(const Element _Nonnull [_Nonnull])objects count:(NSUInteger)count;
- (Element)objectAtIndex:(NSUInteger)index;
- (Element)objectAtIndexedSubscript:(NSUInteger)index;
- (BOOL)containsObject:(Element)object;
- (NSString *)componentsJoinedByString:(NSString *)separator;
@end

@interface NSMutableArray<Element> : NSArray<Element>
- (void)addObject:(Element)object;
@end

@interface NSSet<__covariant Element> : NSObject <NSCopying, NSSecureCoding, NSFastEnumeration>
+ (instancetype)setWithArray:(NSArray<Element> *)array;
- (BOOL)containsObject:(Element)object;
@end

@interface NSDictionary<__covariant Key, __covariant Value> : NSObject <NSCopying, NSSecureCoding, NSFastEnumeration>
+ (instancetype)dictionaryWithObjects:(const Value _Nonnull [_Nullable])objects
                              forKeys:(const Key <NSCopying> _Nonnull [_Nullable])keys
                                count:(NSUInteger)count;
- (nullable Value)objectForKey:(Key)key;
- (nullable Value)objectForKeyedSubscript:(Key)key;
@end

@interface NSMutableDictionary<Key, Value> : NSDictionary<Key, Value>
- (void)setObject:(nullable Value)object forKeyedSubscript:(Key <NSCopying>)key;
@end

@interface NSData : NSObject <NSCopying, NSSecureCoding>
+ (nullable instancetype)dataWithContentsOfURL:(NSURL *)url;
@end

@interface NSDate : NSObject <NSCopying, NSSecureCoding>
+ (instancetype)date;
@end

@interface NSUUID : NSObject <NSCopying, NSSecureCoding>
@property (readonly, copy) NSString *UUIDString;
+ (instancetype)UUID;
@end

@interface NSURL : NSObject <NSCopying, NSSecureCoding>
@property (nullable, readonly, copy) NSString *absoluteString;
@property (nullable, readonly, copy) NSString *scheme;
@property (nullable, readonly, copy) NSString *host;
+ (nullable instancetype)URLWithString:(NSString *)string;
- (nullable instancetype)initWithString:(NSString *)string;
@end

typedef NSString *NSErrorDomain;
typedef NSString *NSErrorUserInfoKey;
FOUNDATION_EXPORT NSErrorDomain const NSURLErrorDomain;
FOUNDATION_EXPORT NSErrorUserInfoKey const NSLocalizedDescriptionKey;
FOUNDATION_EXPORT NSErrorUserInfoKey const NSUnderlyingErrorKey;

@interface NSError (NSError)
@property (readonly, copy) NSErrorDomain domain;
@property (readonly) NSInteger code;
@property (readonly, copy) NSDictionary<NSErrorUserInfoKey, id> *userInfo;
@property (readonly, copy) NSString *localizedDescription;
+ (instancetype)errorWithDomain:(NSErrorDomain)domain
                           code:(NSInteger)code
                       userInfo:(nullable NSDictionary<NSErrorUserInfoKey, id> *)userInfo;
@end
@interface NSError () <NSCopying, NSSecureCoding>
@end

@interface NSLock : NSObject
@end

@interface NSTimer : NSObject
@end

@interface NSNull : NSObject
+ (NSNull *)null;
@end

@interface NSBundle : NSObject
@property (class, readonly, strong) NSBundle *mainBundle;
@property (nullable, readonly, copy) NSString *bundleIdentifier;
- (nullable id)objectForInfoDictionaryKey:(NSString *)key;
@end

@interface NSOperationQueue : NSObject
@property (class, readonly, strong) NSOperationQueue *mainQueue;
- (void)addOperationWithBlock:(void (^)(void))block;
@end

typedef NSString *NSNotificationName;
@interface NSNotification : NSObject
@property (nullable, readonly, copy) NSDictionary *userInfo;
@end

@interface NSNotificationCenter : NSObject
@property (class, readonly, strong) NSNotificationCenter *defaultCenter;
- (id)addObserverForName:(nullable NSNotificationName)name
                  object:(nullable id)object
                   queue:(nullable NSOperationQueue *)queue
              usingBlock:(void (^)(NSNotification *note))block;
- (void)addObserver:(id)observer
           selector:(SEL)selector
               name:(nullable NSNotificationName)name
             object:(nullable id)object;
@end

@interface NSURLRequest : NSObject
@property (nullable, readonly, copy) NSURL *URL;
@end

@interface NSMutableURLRequest : NSURLRequest
- (instancetype)initWithURL:(NSURL *)url;
+ (instancetype)requestWithURL:(NSURL *)url;
- (void)setValue:(nullable NSString *)value forHTTPHeaderField:(NSString *)field;
@end

@interface NSHTTPURLResponse (Status)
@property (readonly) NSInteger statusCode;
@end

FOUNDATION_EXPORT void NSLog(NSString *format, ...) __attribute__((format(__NSString__, 1, 2)));

@protocol OS_dispatch_queue <NSObject>
@end
typedef NSObject<OS_dispatch_queue> *dispatch_queue_t;
typedef void (^dispatch_block_t)(void);
extern dispatch_queue_t dispatch_get_main_queue(void);
extern void dispatch_async(dispatch_queue_t queue, dispatch_block_t block);

NS_ASSUME_NONNULL_END

// Of the C library.
typedef unsigned int uint;
typedef struct { long unused; } pthread_rwlock_t;

// What Objective-C apps and the headers of MSAL and ADAL use of UIKit.
#pragma once
#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

@class UIApplication, UIScene, UIWindow;
typedef NSString *UIApplicationLaunchOptionsKey;
typedef NSString *UIApplicationOpenURLOptionsKey;
FOUNDATION_EXPORT UIApplicationOpenURLOptionsKey const UIApplicationOpenURLOptionsSourceApplicationKey;

@interface UIResponder : NSObject
@end

@interface UIView : UIResponder
@end

@interface UIWindow : UIView
@property (nullable, nonatomic, strong) UIViewController *rootViewController;
@end

// ADAL 2.7 and 4.0 have it in their headers; UIKit dropped it.
@interface UIWebView : UIView
@end

@interface UILabel : UIView
@property (nullable, nonatomic, copy) NSString *text;
@end

@interface UIViewController (UIKit)
@property (null_resettable, nonatomic, strong) UIView *view;
- (void)viewDidLoad;
@end

@protocol UIApplicationDelegate <NSObject>
@optional
- (BOOL)application:(UIApplication *)application
    didFinishLaunchingWithOptions:(nullable NSDictionary<UIApplicationLaunchOptionsKey, id> *)options;
- (BOOL)application:(UIApplication *)application
            openURL:(NSURL *)url
            options:(NSDictionary<UIApplicationOpenURLOptionsKey, id> *)options;
@end

@interface UISceneOpenURLOptions : NSObject
@property (nullable, nonatomic, readonly) NSString *sourceApplication;
@end

@interface UIOpenURLContext : NSObject
@property (nonatomic, readonly, copy) NSURL *URL;
@property (nonatomic, readonly, strong) UISceneOpenURLOptions *options;
@end

@protocol UISceneDelegate <NSObject>
@optional
- (void)scene:(UIScene *)scene openURLContexts:(NSSet<UIOpenURLContext *> *)contexts;
@end

@protocol UIWindowSceneDelegate <UISceneDelegate>
@end

NS_ASSUME_NONNULL_END

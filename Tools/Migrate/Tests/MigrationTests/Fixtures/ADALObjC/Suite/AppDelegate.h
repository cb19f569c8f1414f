#import <UIKit/UIKit.h>
@class ADALAuthenticationContext; // -> adal.context
@interface AppDelegate : UIResponder
- (NSString *)clientIdFor:(NSString *)name;
@property (nonatomic, readonly) NSString *authority;
@end

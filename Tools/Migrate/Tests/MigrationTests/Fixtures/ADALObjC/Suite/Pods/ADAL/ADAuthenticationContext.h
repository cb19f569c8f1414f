@interface ADAuthenticationContext : NSObject
@end

// Written by Scripts/objc-names. An app may import Microsoft's header of this name.
#import <MSAL/MSAL.h>

// WKWebView and WKWebViewConfiguration are in objc/NSObject.h.
#pragma once
#import <Foundation/Foundation.h>

// The web view of macOS before WKWebView: ADAL 2.7 and 4.0 have it in their headers.
@interface WebView : NSObject
@end

// MSAL's umbrella header includes these frameworks, so `import MSAL` has always been enough for their names.

@_exported public import Foundation

#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#endif
#if canImport(UIKit)
@_exported public import UIKit
#elseif canImport(AppKit)
@_exported public import AppKit
#endif

#if canImport(WebKit)
@_exported public import WebKit
#endif

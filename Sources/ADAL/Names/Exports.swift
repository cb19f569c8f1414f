// The modules that ADAL's umbrella header imports: an app that imports ADAL need not import them.

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

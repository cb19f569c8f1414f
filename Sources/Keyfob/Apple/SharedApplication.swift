#if canImport(UIKit) && (os(iOS) || os(visionOS))
import Foundation
package import UIKit

/// The app's `UIApplication`, without the calls that a compiler refuses in application extensions (`shared` and
/// `open`): extensions contain this package too. Compiled against stubs, never run.
@MainActor
package enum SharedApplication {
    /// `openURL:options:completionHandler:`: the application, the selector, the URL, the options, the block. Objects are
    /// pointers in C.
    private typealias Opening =
        @convention(c) (
            UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer,
            @escaping @convention(block) (Bool) -> Void
        ) -> Void

    /// The application; nil in an extension.
    package static var current: UIApplication? {
        let name = NSSelectorFromString("sharedApplication")
        guard !Bundle.main.bundlePath.hasSuffix(".appex"), UIApplication.responds(to: name) else { return nil }
        return UIApplication.perform(name)?.takeUnretainedValue() as? UIApplication
    }

    /// Opens a URL in another app; returns whether that succeeded.
    package static func open(_ url: String, universalLinksOnly: Bool) async -> Bool {
        let name = NSSelectorFromString("openURL:options:completionHandler:")
        guard let application = current, let url = NSURL(string: url),
            let method = class_getInstanceMethod(type(of: application), name)
        else { return false }
        let open = unsafeBitCast(method_getImplementation(method), to: Opening.self)
        let key = UIApplication.OpenExternalURLOptionsKey.universalLinksOnly.rawValue as NSString
        let options = universalLinksOnly ? NSDictionary(object: NSNumber(value: true), forKey: key) : NSDictionary()
        return await withCheckedContinuation { continuation in
            withExtendedLifetime((application, url, options)) {
                open(
                    pointer(application), unsafeBitCast(name, to: UnsafeRawPointer.self), pointer(url), pointer(options)
                ) { @Sendable in continuation.resume(returning: $0) }
            }
        }
    }

    private static func pointer(_ object: AnyObject) -> UnsafeRawPointer {
        UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    }
}
#endif

#if os(iOS) && canImport(UIKit)
import Foundation
import Keyfob
import UIKit

/// Replaces the app delegate's `application(_:open:options:)`, as ADAL did at launch: it offers the URL to the
/// listeners first, and calls the delegate's method if none takes it. Compiled against stubs, never run.
@MainActor
enum DelegateHook {
    /// The Objective-C method: the delegate, the selector, the application, the URL, the options. They are objects,
    /// which C represents as pointers.
    private typealias Method =
        @convention(c) (
            UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer
        ) -> Bool
    /// The same without the selector.
    private typealias Block =
        @convention(block) (
            UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer
        ) -> Bool

    private static var hooked: ObjectIdentifier?

    /// Installs the method, once for a delegate's class; does nothing while the app has no delegate.
    static func install(_ take: @escaping @Sendable (_ url: String, _ sourceApplication: String?) -> Bool) {
        guard let application = SharedApplication.current, let delegate = application.delegate else { return }
        let kind: AnyClass = type(of: delegate)
        guard hooked != ObjectIdentifier(kind) else { return }
        hooked = ObjectIdentifier(kind)
        let selector = NSSelectorFromString("application:openURL:options:")
        let name = unsafeBitCast(selector, to: UnsafeRawPointer.self)
        let method = class_getInstanceMethod(kind, selector)
        let own = method.map { unsafeBitCast(method_getImplementation($0), to: Method.self) }
        let block: Block = { object, application, url, options in
            take(address(url), source(options)) || own?(object, name, application, url, options) ?? false
        }
        class_replaceMethod(
            kind, selector, imp_implementationWithBlock(block),
            method.flatMap { method_getTypeEncoding($0) } ?? UnsafePointer(encoding))
        // UIKit caches which methods its delegate has.
        application.delegate = nil
        application.delegate = delegate
    }

    /// `BOOL` with an object, a selector and three objects. It must exist as long as the class does.
    private static let encoding: UnsafeMutablePointer<CChar> = {
        let text = Array("B@:@@@".utf8CString)
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.count)
        copy.initialize(from: text, count: text.count)
        return copy
    }()

    nonisolated private static func address(_ url: UnsafeRawPointer) -> String {
        let text: String? = Unmanaged<NSURL>.fromOpaque(url).takeUnretainedValue().absoluteString
        return text ?? ""
    }

    nonisolated private static func source(_ options: UnsafeRawPointer) -> String? {
        Unmanaged<NSDictionary>.fromOpaque(options).takeUnretainedValue()
            .object(forKey: UIApplication.OpenURLOptionsKey.sourceApplication.rawValue) as? String
    }
}
#endif

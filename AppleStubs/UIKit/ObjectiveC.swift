// objc/runtime.h and NSObjCRuntime.h, as far as a method is put in the place of another: on Apple's platforms Foundation has
// them. Nothing here does anything.
@_exported public import Foundation

public struct Selector {
    let name: OpaquePointer?
}

public typealias Method = OpaquePointer
public typealias IMP = OpaquePointer

extension NSObject {
    // Instance methods of the root class, which its metatype has too.
    public class func responds(to aSelector: Selector!) -> Bool { false }
    public class func perform(_ aSelector: Selector!) -> Unmanaged<AnyObject>! { nil }
}

public func NSSelectorFromString(_ name: String) -> Selector { Selector(name: nil) }
public func class_getInstanceMethod(_ type: AnyClass?, _ name: Selector) -> Method? { nil }
public func method_getImplementation(_ method: Method) -> IMP { method }
public func method_getTypeEncoding(_ method: Method) -> UnsafePointer<CChar>? { nil }
public func imp_implementationWithBlock(_ block: Any) -> IMP {
    OpaquePointer(Unmanaged.passUnretained(block as AnyObject).toOpaque())
}
@discardableResult
public func class_replaceMethod(
    _ type: AnyClass?, _ name: Selector, _ implementation: IMP, _ types: UnsafePointer<CChar>?
) -> IMP? { nil }

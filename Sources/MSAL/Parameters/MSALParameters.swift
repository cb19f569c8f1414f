public import Dispatch
public import Foundation

/// The parameters of every call with a completion block. They are read when the call is made; later changes have no
/// effect.
#if canImport(ObjectiveC)
@objc(MSALParameters)
@objcMembers
#endif
open class MSALParameters: NSObject {
    /// The queue that the completion block runs on. nil means the main queue for calls with a user interface, and any
    /// queue for all others.
    open var completionBlockQueue: DispatchQueue?

    /// Makes parameters.
    public override init() { super.init() }
}

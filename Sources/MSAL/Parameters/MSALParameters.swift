public import Dispatch
public import Foundation

/// What every call with a completion block takes. Parameters are read when the call is made; later changes do nothing.
#if canImport(ObjectiveC)
@objc(MSALParameters)
@objcMembers
#endif
public class MSALParameters: NSObject {
    /// Where the completion block runs. nil means the main queue for calls with a user interface, and any queue for
    /// all others.
    public var completionBlockQueue: DispatchQueue?

    /// Makes parameters.
    public override init() { super.init() }
}

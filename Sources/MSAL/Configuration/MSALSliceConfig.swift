public import Foundation

/// Sends an app's requests to a part of the identity platform, for tests of that platform: `slice` and `dc` are added to
/// the query of the authorization and token endpoints.
#if canImport(ObjectiveC)
@objc(MSALSliceConfig)
@objcMembers
#endif
open class MSALSliceConfig: NSObject, NSCopying {
    /// The slice; empty for none.
    open var slice: String
    /// The data centre; empty for none.
    open var dc: String

    /// Names a slice and a data centre.
    ///
    /// - Parameters:
    ///   - slice: nil for none.
    ///   - dc: nil for none.
    #if canImport(ObjectiveC)
    @objc(initWithSlice:dc:)
    #endif
    public init?(slice: String?, dc: String?) {
        self.slice = slice ?? ""
        self.dc = dc ?? ""
    }

    /// The parameters that are sent.
    open var sliceDictionary: [AnyHashable: Any] { parameters }

    var parameters: [String: String] {
        ["slice": slice, "dc": dc].filter { !$0.value.isEmpty }
    }

    /// Returns a copy with the same values.
    #if canImport(ObjectiveC)
    @objc(copyWithZone:)
    #endif
    open func copy(with zone: NSZone? = nil) -> Any { MSALSliceConfig(slice: slice, dc: dc) ?? self }
}

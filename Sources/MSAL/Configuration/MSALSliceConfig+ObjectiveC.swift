#if canImport(ObjectiveC)
import Foundation

extension MSALSliceConfig {
    /// Names a slice and a data centre. Only for Objective-C: Swift has `init(slice:dc:)`.
    ///
    /// - Parameters:
    ///   - slice: the slice.
    ///   - dc: the data centre.
    @available(swift, obsoleted: 1.0)
    @objc(configWithSlice:dc:)
    public static func config(withSlice slice: String?, dc: String?) -> MSALSliceConfig? {
        MSALSliceConfig(slice: slice, dc: dc)
    }
}
#endif

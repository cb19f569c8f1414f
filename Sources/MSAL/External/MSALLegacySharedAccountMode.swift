#if os(iOS)
/// Whether the accounts that older apps share are only read.
#if canImport(ObjectiveC)
@objc(MSALLegacySharedAccountMode)
#endif
public enum MSALLegacySharedAccountMode: Int, Sendable {
    /// They are read; the default.
    case readOnly
    /// They are read and written.
    case readWrite
}
#endif

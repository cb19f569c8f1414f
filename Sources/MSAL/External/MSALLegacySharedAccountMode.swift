#if os(iOS)
/// The access to the accounts that older apps share.
#if canImport(ObjectiveC)
@objc(MSALLegacySharedAccountMode)
#endif
public enum MSALLegacySharedAccountMode: Int, Sendable {
    /// The accounts are read; the default.
    case readOnly
    /// The accounts are read and written.
    case readWrite
}
#endif

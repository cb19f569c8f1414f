/// The authentication method that the page shall offer first.
#if canImport(ObjectiveC)
@objc(MSALPreferredAuthMethod)
#endif
public enum MSALPreferredAuthMethod: UInt, Sendable {
    /// The identity provider decides.
    case none
    /// A QR code and a PIN (`pc=18`).
    case QRPIN
}

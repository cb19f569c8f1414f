/// Whether tokens may be requested from a broker app.
#if canImport(ObjectiveC)
@objc(MSALBrokeredAvailability)
#endif
public enum MSALBrokeredAvailability: Int, Sendable {
    /// A broker is used where one is installed and the redirect URI allows it.
    case auto
    /// No broker is used.
    case none
}

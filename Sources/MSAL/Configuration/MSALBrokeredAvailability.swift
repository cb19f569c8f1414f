/// Whether a broker app may be asked for tokens.
#if canImport(ObjectiveC)
@objc(MSALBrokeredAvailability)
#endif
public enum MSALBrokeredAvailability: Int, Sendable {
    /// A broker is asked where one is installed and the redirect URI allows it.
    case auto
    /// No broker is asked.
    case none
}

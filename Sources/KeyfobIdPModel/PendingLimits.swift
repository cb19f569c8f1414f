/// The limits for pending sign-ins and device codes, which unauthenticated clients can begin.
public enum PendingLimits {
    /// The number of each kind from one client address, or from one IPv6 network of 64 bits. A further one replaces the
    /// one that would expire first.
    public static let perAddress = 500
}

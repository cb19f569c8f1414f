/// The limits for pending sign-ins and device codes, which unauthenticated clients can begin.
package enum PendingLimits {
    /// The number of each kind from one client address, or from one IPv6 network of 64 bits. A further one replaces the
    /// one that would expire first.
    package static let perAddress = 500
}

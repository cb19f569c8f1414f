/// How many sign-ins and device codes may wait for their person. Anybody can begin one.
public enum PendingLimits {
    /// From one client address, of each kind; of version 6 from one network of 64 bits. A further one takes the place of
    /// the one that would end first.
    public static let perAddress = 500
}

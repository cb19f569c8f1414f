/// Somebody who listens to the log beside the environment's own, with options of its own.
///
/// They are asked for at each message, so that a switch for a whole process, as the log of MSAL and of ADAL has it,
/// silences applications that are there already.
public struct LogListener: Sendable {
    /// How much it hears at the moment, and what a message may show it.
    public var options: @Sendable () -> LogOptions
    /// Takes a message, on any thread.
    public var receive: ClientLog

    /// Makes a listener.
    ///
    /// - Parameters:
    ///   - options: says how much it hears; asked at each message.
    ///   - receive: takes a message.
    public init(options: @escaping @Sendable () -> LogOptions, receive: @escaping ClientLog) {
        self.options = options
        self.receive = receive
    }
}

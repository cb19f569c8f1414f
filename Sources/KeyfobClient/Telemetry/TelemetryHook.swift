/// A listener of the app's own telemetry, and the events that it gets.
public struct TelemetryHook: Sendable {
    private var wantsOnlyFailures: @Sendable () -> Bool
    private var wantsPII: @Sendable () -> Bool
    /// Receives an event, on the thread on which the call ended.
    public var receive: @Sendable (TelemetryEvent) -> Void

    /// Whether calls that succeeded are left out. Read at each event.
    public var onlyFailures: Bool {
        get { wantsOnlyFailures() }
        set { wantsOnlyFailures = { newValue } }
    }

    /// Whether events contain the account and the tenant. Read at each event.
    public var includesPII: Bool {
        get { wantsPII() }
        set { wantsPII = { newValue } }
    }

    /// Makes a hook.
    public init(
        onlyFailures: Bool = false, includesPII: Bool = false, receive: @escaping @Sendable (TelemetryEvent) -> Void
    ) { self.init(onlyFailures: { onlyFailures }, includesPII: { includesPII }, receive: receive) }

    /// Makes a hook whose switches may change at any time.
    ///
    /// - Parameters:
    ///   - onlyFailures: returns whether calls that succeeded are left out; called at each event.
    ///   - includesPII: returns whether events contain the account and the tenant; called at each event.
    ///   - receive: receives an event, on the thread on which the call ended.
    public init(
        onlyFailures: @escaping @Sendable () -> Bool, includesPII: @escaping @Sendable () -> Bool,
        receive: @escaping @Sendable (TelemetryEvent) -> Void
    ) {
        wantsOnlyFailures = onlyFailures
        wantsPII = includesPII
        self.receive = receive
    }
}

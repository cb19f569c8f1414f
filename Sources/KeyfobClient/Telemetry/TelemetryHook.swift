/// The app's own telemetry: which events it wants, and what takes them.
public struct TelemetryHook: Sendable {
    private var wantsOnlyFailures: @Sendable () -> Bool
    private var wantsPII: @Sendable () -> Bool
    /// Takes an event, on whatever thread the call ended.
    public var receive: @Sendable (TelemetryEvent) -> Void

    /// Whether calls that came to their end are left out, at the moment.
    public var onlyFailures: Bool {
        get { wantsOnlyFailures() }
        set { wantsOnlyFailures = { newValue } }
    }

    /// Whether events say which account and which tenant, at the moment.
    public var includesPII: Bool {
        get { wantsPII() }
        set { wantsPII = { newValue } }
    }

    /// Makes a hook.
    public init(
        onlyFailures: Bool = false, includesPII: Bool = false, receive: @escaping @Sendable (TelemetryEvent) -> Void
    ) { self.init(onlyFailures: { onlyFailures }, includesPII: { includesPII }, receive: receive) }

    /// Makes a hook whose switches may be turned at any time.
    ///
    /// - Parameters:
    ///   - onlyFailures: says whether calls that came to their end are left out; asked at each event.
    ///   - includesPII: says whether events tell which account and which tenant; asked at each event.
    ///   - receive: takes an event, on whatever thread the call ended.
    public init(
        onlyFailures: @escaping @Sendable () -> Bool, includesPII: @escaping @Sendable () -> Bool,
        receive: @escaping @Sendable (TelemetryEvent) -> Void
    ) {
        wantsOnlyFailures = onlyFailures
        wantsPII = includesPII
        self.receive = receive
    }
}

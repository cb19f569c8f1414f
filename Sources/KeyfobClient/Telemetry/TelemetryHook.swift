/// The app's own telemetry: which events it wants, and what takes them.
public struct TelemetryHook: Sendable {
    /// Whether calls that came to their end are left out.
    public var onlyFailures: Bool
    /// Whether events say which account and which tenant.
    public var includesPII: Bool
    /// Takes an event, on whatever thread the call ended.
    public var receive: @Sendable (TelemetryEvent) -> Void

    /// Makes a hook.
    public init(
        onlyFailures: Bool = false, includesPII: Bool = false, receive: @escaping @Sendable (TelemetryEvent) -> Void
    ) {
        self.onlyFailures = onlyFailures
        self.includesPII = includesPII
        self.receive = receive
    }
}

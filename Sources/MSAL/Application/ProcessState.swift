import KeyfobBackport

/// The state that MSAL has once in a process: the global configuration, and the sign-in that is under way.
///
/// A task may have a separate state, so that tests that run in parallel do not share one.
package final class ProcessState: Sendable {
    struct Settings {
        var brokerAvailability = MSALBrokeredAvailability.auto
        var wantsBoundRefreshTokens = false
    }

    /// The current state.
    @TaskLocal package static var current = ProcessState()

    let http = MSALHTTPConfig()
    let telemetry = MSALTelemetryConfig()
    let logger = MSALLoggerConfig()
    let settings = Mutex(Settings())
    let sessions = InteractiveSessions()
    let applications = BrokeredApplications()

    /// Whether brokers may be used at the moment.
    var wantsBrokers: Bool { settings.withLock { $0.brokerAvailability } == .auto }

    /// Makes a state with the default configuration and no sign-in.
    package init() {}
}

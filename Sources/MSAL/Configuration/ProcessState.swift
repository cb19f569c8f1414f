import Synchronization

/// What MSAL keeps once for the process: the global configuration, and the sign-in that is under way.
///
/// A task may have one of its own, so that tests that run side by side do not share it.
package final class ProcessState: Sendable {
    struct Settings {
        var brokerAvailability = MSALBrokeredAvailability.auto
        var wantsBoundRefreshTokens = false
    }

    /// The one in force.
    @TaskLocal package static var current = ProcessState()

    let http = MSALHTTPConfig()
    let telemetry = MSALTelemetryConfig()
    let logger = MSALLoggerConfig()
    let settings = Mutex(Settings())
    let sessions = InteractiveSessions()
    let applications = BrokeredApplications()

    /// Whether brokers may be asked at the moment.
    var wantsBrokers: Bool { settings.withLock { $0.brokerAvailability } == .auto }

    /// Makes a state in which nothing was configured and nothing runs.
    package init() {}
}

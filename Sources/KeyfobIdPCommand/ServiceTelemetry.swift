#if Server
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPHTTP
import KeyfobIdPModel
import KeyfobIdPStorePostgreSQL
import KeyfobPostgreSQL
import KeyfobTelemetry
import Logging

/// The log and the metrics of a running provider.
struct ServiceTelemetry: Sendable {
    /// Learns what happens in the provider.
    let observer: ProviderTelemetry
    /// The log.
    let logger: Logger
    /// The log of the sockets.
    let connectionLogger: Logger
    private let sink: StandardErrorLogSink
    private let format: LogFormat
    private let metrics: PrometheusRegistry?

    /// Makes the log that the options describe, and metrics if they are wanted.
    init(_ options: LogOptions, countsMetrics: Bool) {
        format = options.format
        sink = StandardErrorLogSink(format)
        logger = options.logger("keyfob.idp", to: sink)
        connectionLogger = options.logger("keyfob.http", to: sink)
        metrics = countsMetrics ? PrometheusRegistry(help: ProviderMetricNames.help) : nil
        // The system's tracer records nothing, unless a program that contains the provider has set another.
        observer = ProviderTelemetry(logger: logger, metrics: metrics)
    }

    /// Serves the metrics.
    func serveMetrics(
        at address: MetricsAddress, of provider: IdentityProvider, _ store: any IdPStore
    ) async throws(AuthError) -> RunningServer? {
        guard let metrics else { return nil }
        metrics.addGauge(ProviderMetricNames.passwordsWaiting) { provider.passwordsWaiting }
        metrics.addGauge(ProviderMetricNames.linesLeftOut) { [sink] in Int(sink.linesLeftOut) }
        #if PostgreSQL
        if let store = store as? PostgreSQLIdPStore {
            metrics.addGauge(ProviderMetricNames.connections, [("state", "idle")]) { store.use.idle }
            metrics.addGauge(ProviderMetricNames.connections, [("state", "busy")]) { store.use.busy }
            metrics.addGauge(ProviderMetricNames.connectionsWaiting) { store.use.waiting }
        }
        #endif
        do throws(ListenError) {
            return try await MetricsServer.start(
                host: address.host, port: address.port, mediaType: PrometheusRegistry.mediaType
            ) { metrics.text }
        } catch {
            throw AuthError(
                .configuration, origin: .app,
                message: error.description.replacing("--port", with: "--metrics-address"))
        }
    }

    /// Tells the administrator something in lines: as they are, or as lines of the log if that is for programs.
    func tell(_ text: String) {
        switch format {
        case .text: ProviderOutput.warn(text)
        case .json:
            for line in text.split(separator: "\n") {
                logger.notice("told", metadata: ["detail": .string(String(line))])
            }
        }
    }

    /// Waits until the lines are written.
    func flush() { sink.flush() }
}
#endif

import KeyfobBackport
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPHTTP
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTelemetry
import KeyfobTesting
import Logging
import Tracing

/// A provider in memory, with its log and its metrics.
struct Observed {
    let provider: InMemoryProvider
    let sink: MemoryLogSink
    let registry: PrometheusRegistry
    let store: StoppableStore

    init(_ level: Logger.Level = .info, format: LogFormat = .json, tracer: (any Tracer)? = nil) async throws {
        let sink = MemoryLogSink()
        let registry = PrometheusRegistry(help: ProviderMetricNames.help)
        let store = StoppableStore()
        let logger = Logger(label: "keyfob.idp") { LineLogHandler(label: $0, level: level, format: format, sink: sink) }
        let telemetry = ProviderTelemetry(logger: logger, metrics: registry, tracer: tracer)
        provider = try await InMemoryProvider.$watch.withValue(InMemoryProvider.Watch(observer: telemetry)) {
            try await InMemoryProvider(clock: MovableClock(), store: store)
        }
        (self.sink, self.registry, self.store) = (sink, registry, store)
    }

    func get(_ path: String, _ fields: [(String, String)] = []) async throws -> HTTPResponse {
        var request = HTTPRequest.get(provider.base.with(path: path))
        for (name, value) in fields { request.fields.set(name, value) }
        return try await provider.send(request)
    }

    /// The lines of a message, as JSON.
    func lines(_ message: String) throws -> [JSONValue] {
        try sink.lines.map { try JSONValue(parsing: $0) }.filter { $0["message"]?.stringValue == message }
    }
}

/// A store that can stop, as a database does.
final class StoppableStore: IdPStore {
    private let base = InMemoryIdPStore()
    private let isStopped = Mutex(false)

    /// Every later transaction fails, or none.
    func stop(_ stops: Bool = true) { isStopped.withLock { $0 = stops } }

    func transaction<R: Sendable>(
        _ body: @escaping @Sendable (any IdPTransaction) throws -> R
    ) async throws -> R {
        if isStopped.withLock({ $0 }) {
            throw AuthError(
                .storeUnavailable, origin: .store, message: "The disk is full; nothing was written.",
                remedy: "Make room on the disk.")
        }
        return try await base.transaction(body)
    }
}

#if PostgreSQL
import KeyfobBackport
import KeyfobConformance
import KeyfobCore
import KeyfobIdPHTTP
import KeyfobIdPStorePostgreSQL
import KeyfobOAuth
import KeyfobPostgreSQL
import KeyfobTelemetry
import KeyfobTesting
import Logging
import Testing

@Suite("An operator whose database stops", .timeLimit(.minutes(10)))
struct OperatorTrialTests {
    @Test("Under load, one user's error leads by its correlation id to the line that names the database")
    func trial() async throws {
        let server = try await PostgreSQLServer()
        let sink = MemoryLogSink()
        let registry = PrometheusRegistry(help: ProviderMetricNames.help)
        let logger = Logger(label: "keyfob.idp") { LineLogHandler(label: $0, level: .info, format: .json, sink: sink) }
        let telemetry = ProviderTelemetry(logger: logger, metrics: registry)
        let clock = MovableClock()
        let provider = try await InMemoryProvider.$watch.withValue(InMemoryProvider.Watch(observer: telemetry)) {
            try await InMemoryProvider(clock: clock, store: try await PostgreSQLIdPStore.open(try server.address()))
        }
        var issued: [String] = []
        for _ in 0..<8 { issued.append(try await Visit.refreshToken(at: provider, clock)) }
        let tokens = issued

        // Eight clients refresh until they meet an error; the server is killed when all of them are at work.
        let (stream, refreshed) = AsyncStream.makeStream(of: Void.self)
        let load = Task {
            try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
                for token in tokens {
                    group.addTask {
                        while true {
                            let response = try await Visit.refresh(token, at: provider)
                            guard response.status == 200 else { return response }
                            refreshed.yield()
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        var count = 0
        for await _ in stream {
            count += 1
            if count == 16 { break }
        }
        await server.kill()
        let errors = try await load.value
        #expect(errors.count == 8 && errors.allSatisfy { $0.status == 503 })

        // What a user sees contains the correlation id; the log has one line of an internal error with it.
        let lines = try sink.lines.map { try JSONValue(parsing: $0) }
        for error in errors {
            let id = try #require(try JSONValue(parsing: error.body)["correlation_id"]?.stringValue)
            let own = lines.filter { $0["correlation_id"]?.stringValue == id }
            let causes = own.filter { $0["message"] == "internal error" }
            #expect(causes.count == 1 && own.count == 2)
            #expect(causes.first?["endpoint"] == "token" && causes.first?["kind"] == "AuthError.storeUnavailable")
            #expect(causes.first?["detail"]?.stringValue?.contains("postgresql://") == true)
        }
        for token in tokens { #expect(!sink.text.contains(token)) }
        #expect(registry.text.contains(#"keyfob_internal_errors_total{endpoint="token"} 8"#))

        // The probes say the same; once the database is back, all is well without a restart.
        func status(_ path: String) async throws -> Int {
            try await provider.send(.get(provider.base.with(path: path))).status
        }
        #expect(try await status("/healthz") == 200)
        #expect(try await status("/readyz") == 503)
        try await server.start()
        #expect(try await status("/readyz") == 200)
        #expect(try await Visit.refresh(tokens[0], at: provider).status == 200)
        await server.remove()
    }

    @Test("The use of the connections is stated")
    func pool() async throws {
        let server = try await PostgreSQLServer()
        let store = try await PostgreSQLIdPStore.open(try server.address(), connections: 2)
        let during = try await store.transaction { [store] _ in store.use }
        #expect(during.busy >= 1)
        await server.remove()
    }
}
#endif

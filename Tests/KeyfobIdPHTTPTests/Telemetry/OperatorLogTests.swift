import InMemoryTracing
import Instrumentation
import KeyfobCore
import KeyfobIdPHTTP
import KeyfobOAuth
import KeyfobTelemetry
import KeyfobTesting
import Logging
import Testing
import Tracing

@Suite("What the operator of a provider sees")
struct OperatorLogTests {
    private static let keys = "/common/discovery/v2.0/keys"

    @Test("An internal error is one line of the log, with the correlation id of the response and the cause")
    func internalError() async throws {
        let observed = try await Observed(.error)
        observed.store.stop()
        let response = try await observed.get(Self.keys)
        #expect(response.status == 503)
        let body = try JSONValue(parsing: response.body)
        let id = try #require(body["correlation_id"]?.stringValue)
        #expect(observed.sink.lines.count == 1)
        let line = try #require(try observed.lines("internal error").first)
        #expect(line["correlation_id"]?.stringValue == id)
        #expect(line["request_id"]?.stringValue == body["trace_id"]?.stringValue)
        #expect(line["level"] == "error" && line["endpoint"] == "keys" && line["kind"] == "AuthError.storeUnavailable")
        #expect(
            line["detail"] == "The disk is full; nothing was written." && line["remedy"] == "Make room on the disk.")
        #expect(observed.registry.text.contains(#"keyfob_internal_errors_total{endpoint="keys"} 1"#))
        // The cause is for the operator alone.
        #expect(!String(decoding: response.body, as: UTF8.self).contains("disk"))
    }

    @Test("A client's correlation id is found in the log")
    func ownCorrelationID() async throws {
        let observed = try await Observed()
        observed.store.stop()
        let id = "0f3c1c1e-1111-4111-8111-000000000001"
        _ = try await observed.get(Self.keys, [("client-request-id", id)])
        #expect(observed.sink.lines.count == 2)
        #expect(observed.sink.lines.allSatisfy { $0.contains(id) })
    }

    @Test("While the store is unavailable, /readyz is 503 and /healthz 200")
    func health() async throws {
        let observed = try await Observed()
        #expect(try await observed.get("/readyz").status == 200)
        observed.store.stop()
        #expect(try await observed.get("/readyz").status == 503)
        let health = try await observed.get("/healthz")
        #expect(health.status == 200)
        #expect(try JSONValue(parsing: health.body)["status"] == "ok")
        observed.store.stop(false)
        #expect(try await observed.get("/readyz").status == 200)
    }

    @Test("A request is one line with endpoint, status, duration, client and tenant, and no query")
    func request() async throws {
        let observed = try await Observed()
        let form: FormParameters = FormParameters([
            ("grant_type", "password"), ("client_id", SeedClient.suite), ("username", "ada@contoso.test"),
            ("password", "not-her-password"), ("scope", "openid"),
        ])
        let url = observed.provider.base.with(path: "/contoso.test/oauth2/v2.0/token", query: "secret=in-the-query")
        let response = try await observed.provider.send(.form(url, form))
        let lines = try observed.lines("request")
        let line = try #require(lines.first)
        #expect(lines.count == 1)
        #expect(line["endpoint"] == "token" && line["status"]?.integerValue == Int64(response.status))
        #expect(line["client_id"]?.stringValue == SeedClient.suite)
        #expect(line["tenant_id"] == "11111111-1111-4111-8111-111111111111")
        #expect(line["aadsts"]?.integerValue == 50126)
        #expect(line["duration_ms"] != nil && line["correlation_id"] != nil)
        #expect(!observed.sink.text.contains("in-the-query") && !observed.sink.text.contains("ada@"))
        #expect(observed.registry.text.contains(#"keyfob_refusals_total{aadsts="50126"} 1"#))
        #expect(observed.registry.text.contains(#"keyfob_sign_in_events_total{event="password_refused"} 1"#))
    }

    @Test("A name that is no registered client's is not logged")
    func unknownClient() async throws {
        let observed = try await Observed(.trace)
        let form = FormParameters([
            ("grant_type", "client_credentials"), ("client_id", "a-password-in-the-wrong-field"),
        ])
        let url = observed.provider.base.with(path: "/contoso.test/oauth2/v2.0/token")
        #expect(try await observed.provider.send(.form(url, form)).status != 200)
        #expect(try observed.lines("request").count == 1)
        #expect(!observed.sink.text.contains("wrong-field"))
    }

    @Test("A long value is cut")
    func bounds() async throws {
        let observed = try await Observed(.trace)
        _ = try await observed.get(Self.keys, [("User-Agent", String(repeating: "a", count: 30_000))])
        #expect(try observed.lines("request").count == 1)
        #expect(observed.sink.lines.allSatisfy { $0.utf8.count < 2000 })
    }

    @Test("A request is a span, and the trace of its client is in the log")
    func spans() async throws {
        let tracer = InMemoryTracer()
        let observed = try await Observed(tracer: tracer)
        let trace = "0af7651916cd43dd8448eb211c80319c"
        _ = try await observed.get(Self.keys, [("traceparent", "00-\(trace)-b7ad6b7169203331-01")])
        let span = try #require(tracer.finishedSpans.first)
        #expect(tracer.finishedSpans.count == 1 && tracer.activeSpans.isEmpty)
        #expect(span.operationName == "keys" && span.kind == .server)
        #expect(span.context.traceParent?.traceID == trace && span.context.traceParent?.isSampled == true)
        #expect(try observed.lines("request").first?["trace_id"]?.stringValue == trace)
        observed.store.stop()
        _ = try await observed.get(Self.keys)
        #expect(tracer.finishedSpans.last?.status?.code == .error)
    }

    @Test(
        "A malformed traceparent is ignored",
        arguments: [
            "", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
            "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
            "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-é",
        ])
    func malformedTraces(field: String) {
        #expect(TraceParent(field) == nil)
    }
}

enum SeedClient {
    static let suite = "aaaaaaaa-0000-4000-8000-000000000001"
}

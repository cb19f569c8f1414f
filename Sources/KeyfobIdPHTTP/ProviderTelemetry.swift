#if Server
package import CoreMetrics
package import Instrumentation
package import KeyfobIdPCore
package import KeyfobOAuth
import KeyfobTelemetry
package import Logging
package import Tracing

/// Makes log lines, metrics and spans of what happens in a provider.
///
/// A line names the endpoint of the route table, never a path, a query, a body or a user.
package struct ProviderTelemetry: ProviderObserver {
    private let logger: Logger
    private let metrics: ProviderMetrics?
    private let tracer: (any Tracer)?

    /// Makes telemetry.
    ///
    /// - Parameters:
    ///   - logger: gets the lines.
    ///   - metrics: makes the counters and histograms; nil to count nothing.
    ///   - tracer: makes a span for each request; nil for no spans.
    package init(
        logger: Logger, metrics: (any MetricsFactory)? = nil, tracer: (any Tracer)? = ProviderTelemetry.systemTracer
    ) {
        self.logger = logger
        self.metrics = metrics.map { ProviderMetrics($0) }
        self.tracer = tracer
    }

    /// The tracer that the process has set for all its libraries; nil if it records nothing.
    package static var systemTracer: (any Tracer)? {
        let tracer = InstrumentationSystem.tracer
        return tracer is NoOpTracer ? nil : tracer
    }

    /// Counts a request that the server refused before it reached the provider.
    package func refused(status: Int) {
        metrics?.request(nil, status: status, duration: nil)
        logger.info(
            "refused before routing", metadata: ["status": .stringConvertible(status)])
    }

    package func began(_ request: HTTPRequest) -> any RequestObservation {
        // At the level debug alone: it is the client's free text.
        let agent = logger.logLevel <= .debug ? request.fields["User-Agent"] : nil
        let parent = request.fields["traceparent"].flatMap(TraceParent.init)
        guard let tracer else { return Observation(telemetry: self, agent: agent, traceID: parent?.traceID, span: nil) }
        var context = InstrumentationContext.topLevel
        context.traceParent = parent
        tracer.extract(request.fields, into: &context, using: FieldExtractor())
        let span: any Span = tracer.startSpan("request", context: context, ofKind: .server)
        return Observation(telemetry: self, agent: agent, traceID: parent?.traceID, span: span)
    }

    package func observe(_ event: ProviderEvent) {
        metrics?.observe(event)
        switch event {
        case .internalError(let error): log(error)
        case .transaction(let result, let runs, let duration):
            logger.trace(
                "transaction",
                metadata: [
                    "result": .string(result.rawValue), "runs": .stringConvertible(runs),
                    "duration_ms": .stringConvertible(Milliseconds(duration)),
                ])
        case .password(let isChecked, let duration):
            logger.debug(
                "password check",
                metadata: [
                    "result": isChecked ? "checked" : "crowded",
                    "duration_ms": .stringConvertible(Milliseconds(duration)),
                ])
        case .purge(let isMore, let duration):
            logger.debug(
                "purge",
                metadata: [
                    "result": .string(ProviderMetrics.purgeResult(isMore)),
                    "duration_ms": .stringConvertible(Milliseconds(duration)),
                ])
        }
    }

    private func log(_ error: InternalError) {
        var fields: Logger.Metadata = ["kind": .string(error.kind)]
        fields["detail"] = error.message.isEmpty ? nil : .string(error.message)
        fields["remedy"] = error.remedy.map { .string($0) }
        fields["endpoint"] = error.endpoint.map { .string($0.rawValue) }
        fields["correlation_id"] = error.correlationID.map { .string($0) }
        fields["request_id"] = error.requestID.map { .string($0) }
        logger.error("internal error", metadata: fields)
    }

    private func ended(_ request: HandledRequest, _ observation: Observation) {
        metrics?.request(request)
        if let span = observation.span { end(span, request) }
        // A probe every few seconds is of no interest.
        let isProbe = request.status == 200 && (request.endpoint == .health || request.endpoint == .ready)
        let level: Logger.Level = isProbe ? .debug : .info
        guard logger.logLevel <= level else { return }
        var fields: Logger.Metadata = [
            "endpoint": .string(request.endpoint?.rawValue ?? ProviderMetrics.noEndpoint),
            "duration_ms": .stringConvertible(Milliseconds(request.duration)),
            "correlation_id": .string(request.correlationID), "request_id": .string(request.requestID),
            "status": request.status.map { .stringConvertible($0) } ?? "closed",
        ]
        if let id = request.clientID { fields["client_id"] = .string(id) }
        if let id = request.tenantID { fields["tenant_id"] = .string(id) }
        if let code = request.errorCode { fields["aadsts"] = .stringConvertible(code) }
        if let id = observation.traceID { fields["trace_id"] = .string(id) }
        if let agent = observation.agent { fields["user_agent"] = .string(agent) }
        logger.log(level: level, "request", metadata: fields)
    }

    private func end(_ span: any Span, _ request: HandledRequest) {
        let endpoint = request.endpoint?.rawValue ?? ProviderMetrics.noEndpoint
        span.operationName = endpoint
        var attributes = span.attributes
        attributes["http.route"] = endpoint
        attributes["keyfob.correlation_id"] = request.correlationID
        if let status = request.status { attributes["http.response.status_code"] = status }
        if let id = request.clientID { attributes["keyfob.client_id"] = id }
        if let id = request.tenantID { attributes["keyfob.tenant_id"] = id }
        if let code = request.errorCode { attributes["keyfob.aadsts"] = code }
        span.attributes = attributes
        if let status = request.status, status >= 500 { span.setStatus(SpanStatus(code: .error)) }
        span.end()
    }

    private struct Observation: RequestObservation {
        let telemetry: ProviderTelemetry
        let agent: String?
        let traceID: String?
        let span: (any Span)?

        func ended(_ request: HandledRequest) { telemetry.ended(request, self) }
    }
}

/// Reads the fields by which a client passes its trace on.
private struct FieldExtractor: Extractor {
    func extract(key: String, from fields: HTTPFields) -> String? { fields[key] }
}

private enum TraceParentKey: InstrumentationContextKey {
    typealias Value = TraceParent
}

extension InstrumentationContext {
    /// The client's span, if it has passed one.
    package var traceParent: TraceParent? {
        get { self[TraceParentKey.self] }
        set { self[TraceParentKey.self] = newValue }
    }
}
#endif

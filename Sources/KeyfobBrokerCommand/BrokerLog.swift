#if Server && LinuxTransport
import KeyfobBrokerCore
import KeyfobCore
import KeyfobTelemetry
import Logging

/// The broker's log: a line for each request, with its app and its result, and never its content.
struct BrokerLog: Sendable {
    private let logger: Logger
    private let flushed: @Sendable () -> Void

    init(_ options: LogOptions) {
        let sink = StandardErrorLogSink(options.format)
        self.init(options.logger("keyfob.broker", to: sink)) { sink.flush() }
    }

    init(_ logger: Logger, flush: @escaping @Sendable () -> Void = {}) {
        self.logger = logger
        flushed = flush
    }

    /// Logs a request that was handled.
    func handled(_ request: HandledBrokerRequest) {
        var fields: Logger.Metadata = ["bundle_id": .string(request.bundleID ?? "unknown")]
        if let id = request.correlationID { fields["correlation_id"] = .string(id) }
        guard let error = request.error else {
            return logger.info("request", metadata: fields.merging(["result": "done"]) { own, _ in own })
        }
        fields["result"] = "\(error.code)"
        if let code = error.server?.codes.first { fields["aadsts"] = .stringConvertible(code) }
        guard request.isInternalError else { return logger.info("request", metadata: fields) }
        fields["detail"] = .string(error.message)
        fields["remedy"] = error.remedy.map { .string($0) }
        logger.error("internal error", metadata: fields)
    }

    /// Logs that a response did not reach its app.
    func undelivered(_ reason: String) {
        logger.warning("a response was not delivered", metadata: ["detail": .string(reason)])
    }

    /// Waits until the lines are written.
    func flush() { flushed() }
}
#endif

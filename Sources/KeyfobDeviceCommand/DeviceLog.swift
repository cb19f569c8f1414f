#if Server && os(Linux)
import KeyfobDevice
import KeyfobDeviceProtocol
import KeyfobTelemetry
import Logging

/// The device's log: what it did not serve, and why. What it served is in its trace ('keyfob-device trace').
struct DeviceLog: Sendable {
    private let logger: Logger
    private let sink: StandardErrorLogSink

    init(_ options: LogOptions) {
        sink = StandardErrorLogSink(options.format)
        logger = options.logger("keyfob.device", to: sink)
    }

    func refused(_ entry: DeviceLogEntry) {
        let isInternal = entry.isInternalError
        guard logger.logLevel <= (isInternal ? .error : .info) else { return }
        var fields: Logger.Metadata = [
            "code": .string(entry.error.code.rawValue), "bundle_id": .string(entry.bundleID ?? "none"),
        ]
        if let connection = entry.connection { fields["connection"] = .stringConvertible(connection) }
        if let request = entry.request { fields["request"] = .stringConvertible(Int(request)) }
        if isInternal {
            fields["detail"] = .string(entry.error.message)
            fields["remedy"] = entry.error.remedy.map { .string($0) }
        }
        logger.log(level: isInternal ? .error : .info, isInternal ? "internal error" : "refused", metadata: fields)
    }

    /// Waits until the lines are written.
    func flush() { sink.flush() }
}
#endif

import Foundation
import KeyfobCore

/// One step of a call in telemetry; the names are ADAL's.
struct ADTelemetryEvent: Sendable {
    /// The call itself.
    static let api = "Microsoft.ADAL.api_event"
    /// The silent part of the call.
    static let silent = "Microsoft.ADAL.acquire_token_silent_handler"
    /// The sign-in page.
    static let page = "Microsoft.ADAL.ui_event"

    let name: String
    private var values: [String: String] = [:]

    init(_ name: String, start: Date, end: Date, correlationID: String) {
        self.name = name
        self["event_name"] = name
        self["start_time"] = Self.text(start)
        self["stop_time"] = Self.text(end)
        self["response_time"] = String(Int64(clamping: (end.timeIntervalSince(start) * 1000).rounded()))
        self["correlation_id"] = correlationID
    }

    /// A value by its key, without the prefix that all keys have.
    subscript(_ key: String) -> String? {
        get { values["Microsoft.ADAL.\(key)"] }
        set { values["Microsoft.ADAL.\(key)"] = newValue }
    }

    /// The keys of personal and organizational data.
    private static let pii: Set<String> = [
        "tenant_id", "user_id", "device_id", "login_hint", "client_id", "error_description", "http_path",
        "query_params", "authority",
    ]

    /// The event's texts, with or without personal data.
    func texts(keepsPii: Bool) -> [String: String] {
        guard !keepsPii else { return values }
        return values.filter { key, _ in !Self.pii.contains(String(key.dropFirst("Microsoft.ADAL.".count))) }
    }

    private static func text(_ date: Date) -> String {
        String(format: "%.3f", date.timeIntervalSince1970)
    }
}

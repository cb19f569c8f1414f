#if os(Linux)
#if Server
import Foundation
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobDemo

extension DemoDevice {
    /// An app's messages to brokers, and queries about them, after an entry of the trace; empty for an app that uses
    /// none.
    func broached(by bundleID: String, after entry: Int64) async throws -> [TraceEntry] {
        let kinds: Set<TraceEntry.Kind> = [.canOpenURL, .openURL, .signOn, .signOnShown]
        return try await trace(after: entry).filter { entry in
            kinds.contains(entry.kind) && (entry.app == bundleID || entry.other == bundleID)
        }
    }

    /// Whether the broker was started, or got a request, after an entry of the trace.
    func brokerStirred(after entry: Int64) async throws -> Bool {
        try await trace(after: entry).contains { entry in
            [entry.app, entry.other].contains(DemoApps.broker) && entry.kind != .installed
        }
    }

    /// The pages that an app has shown itself since its launch.
    func pagesShown(by app: DeviceAppHandle) async throws -> [String] {
        try await app.ask("visits", front: false).accounts
    }
}
#endif
#endif

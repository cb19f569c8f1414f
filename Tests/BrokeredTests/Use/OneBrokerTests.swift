#if Server
import Foundation
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobDemo

/// With a broker on the device, only the broker shows pages.
@Suite("only the broker opens pages", .onDevice)
struct OneBrokerTests {
    @Test(
        "R38: apps on every face of the SDK sign in, and only the broker shows a page: the log and the trace agree",
        arguments: [true, false])
    func onlyTheBroker(hasExtension: Bool) async throws {
        try await onDevice(broker: hasExtension ? .withExtension : .urlsOnly) { stage in
            let browser = try await stage.installBrowser()
            let apps = [
                stage.contosoA, try await stage.installFaced(DeviceCast.notes, .msal),
                try await stage.installFaced(DeviceCast.contosoC, .adal) { configuration, _ in
                    configuration.credentialsType = "auto"
                },
            ]
            let before = try await stage.lastEntry()
            for app in apps {
                let answer = try await app.signIn(SeedNames.ada)
                #expect(answer.succeeded, "\(app.bundleID): \(answer.json)")
                #expect(try stage.api.accept(answer.token).scopes.contains("Files.Read"))
                #expect(try await stage.pagesShown(by: app) == [], "\(app.bundleID) showed a page")
            }
            #expect(try await stage.pagesShown(by: browser) == [])
            // The log: one password page, shown in the broker's window.
            #expect(try await stage.passwordPrompts() == 1)
            #expect(try stage.desk.visits().flatMap(\.pages).count { $0 == "sign-in" } == 1)
            // The trace: each app contacted the broker and no other app.
            for app in apps {
                let asked = try await stage.broached(by: app.bundleID, after: before)
                #expect(asked.contains { [.openURL, .signOn].contains($0.kind) }, "\(app.bundleID): \(asked)")
                let receivers = asked.filter { $0.kind == .openURL && $0.app == app.bundleID }.compactMap(\.other)
                #expect(Set(receivers).isSubset(of: [DeviceCast.broker]), "\(receivers)")
            }
            let trace = try await stage.trace(after: before)
            let shown: Set<TraceEntry.Kind> = [.foreground, .openURL, .deliveredURL]
            #expect(!trace.contains { [$0.app, $0.other].contains(DeviceStage.browser) && shown.contains($0.kind) })
            // Every window over an app was the broker's.
            let over = Set(trace.filter { $0.kind == .signOnShown }.compactMap(\.app))
            #expect(over == (hasExtension ? [DeviceCast.broker] : []), "\(over)")
        }
    }
}
#endif

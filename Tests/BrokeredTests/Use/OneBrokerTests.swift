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

/// With a broker on the device, only the broker shows pages.
@Suite("only the broker opens pages", .onDevice)
struct OneBrokerTests {
    @Test(
        "R38: apps on every face of the SDK sign in, and only the broker shows a page: the log and the trace agree",
        arguments: [true, false])
    func onlyTheBroker(hasExtension: Bool) async throws {
        try await onDevice(broker: hasExtension ? .withExtension : .urlsOnly) { demo in
            let browser = try await demo.installBrowser()
            let apps = [
                demo.contosoA, try await demo.installFaced(DemoApps.notes, .msal),
                try await demo.installFaced(DemoApps.contosoC, .adal) { configuration, _ in
                    configuration.credentialsType = "auto"
                },
            ]
            let before = try await demo.lastEntry()
            for app in apps {
                let answer = try await app.signIn(SeedNames.ada)
                #expect(answer.succeeded, "\(app.bundleID): \(answer.json)")
                #expect(try demo.api.accept(answer.token).scopes.contains("Files.Read"))
                #expect(try await demo.pagesShown(by: app) == [], "\(app.bundleID) showed a page")
            }
            #expect(try await demo.pagesShown(by: browser) == [])
            // The log: one password page, shown in the broker's window.
            #expect(try await demo.passwordPrompts() == 1)
            #expect(try demo.browserFolder.visits().flatMap(\.pages).count { $0 == "sign-in" } == 1)
            // The trace: each app contacted the broker and no other app.
            for app in apps {
                let asked = try await demo.broached(by: app.bundleID, after: before)
                #expect(asked.contains { [.openURL, .signOn].contains($0.kind) }, "\(app.bundleID): \(asked)")
                let receivers = asked.filter { $0.kind == .openURL && $0.app == app.bundleID }.compactMap(\.other)
                #expect(Set(receivers).isSubset(of: [DemoApps.broker]), "\(receivers)")
            }
            let trace = try await demo.trace(after: before)
            let shown: Set<TraceEntry.Kind> = [.foreground, .openURL, .deliveredURL]
            #expect(!trace.contains { [$0.app, $0.other].contains(DemoDevice.browser) && shown.contains($0.kind) })
            // Every window over an app was the broker's.
            let over = Set(trace.filter { $0.kind == .signOnShown }.compactMap(\.app))
            #expect(over == (hasExtension ? [DemoApps.broker] : []), "\(over)")
        }
    }
}
#endif
#endif

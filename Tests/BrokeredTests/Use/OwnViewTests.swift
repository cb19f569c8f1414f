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

/// The app's own web view, with and without a broker.
@Suite("the app's own view", .onDevice)
struct OwnViewTests {
    @Test("R56: a web view that the app has set is not used while the broker signs in, and is used without one")
    func ignored() async throws {
        for hasExtension in [true, false] {
            try await onDevice(broker: hasExtension ? .withExtension : .urlsOnly) { demo in
                let apps = [
                    try await demo.installFaced(DemoApps.notes, .msal),
                    try await demo.installFaced(DemoApps.contosoC, .adal) { configuration, _ in
                        configuration.credentialsType = "auto"
                    },
                ]
                for app in apps {
                    // Another user is at the view: if it were shown, Grace would be signed in.
                    let answer = try await app.ask("sign-in", ["view": .string(SeedNames.grace)])
                    #expect(answer.succeeded && answer.user == SeedNames.ada, "\(app.bundleID): \(answer.json)")
                    #expect(answer.json["view_visits"] == 0)
                }
                try await demo.removeBroker()
                for app in apps {
                    let answer = try await app.ask("sign-in", ["view": .string(SeedNames.grace)])
                    #expect(answer.succeeded && answer.user == SeedNames.grace, "\(app.bundleID): \(answer.json)")
                    #expect(answer.json["view_visits"] == 1)
                }
            }
        }
    }
}
#endif
#endif

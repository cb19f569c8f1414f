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

/// Whether the app has to pass on the URLs that it is opened with.
@Suite("the app's delegate", .onDevice)
struct DelegateTests {
    @Test("R147: ADAL intercepts the app's URLs; an MSAL app that passes none on gets no reply, and times out")
    func hooks() async throws {
        try await onDevice(broker: .urlsOnly) { demo in
            let old = try await demo.installFaced(DemoApps.contosoC, .adal) { configuration, _ in
                configuration.credentialsType = "auto"
                configuration.handsOn = false
            }
            let answer = try await old.signIn(SeedNames.ada)
            #expect(answer.succeeded, "\(answer.json)")
            #expect(try demo.api.accept(answer.token).scopes.contains("Files.Read"))
            // The reply has not even reached the delegate; other URLs have.
            #expect(try await old.ask("received").json["urls"] == [])
            #expect(try await demo.owner.open("x-msauth-contoso://\(DemoApps.contosoC)/page"))
            let received = try await old.ask("received").json["urls"]?.arrayValue ?? []
            #expect(received.map { $0["taken"] } == [false])

            let new = try await demo.installFaced(DemoApps.notes, .msal) { configuration, _ in
                configuration.handsOn = false
                configuration.reportsLifeCycle = false
                configuration.limitsAreDrivers = true
            }
            try await new.activate()
            let before = try await demo.lastEntry()
            async let forgotten = new.signIn(SeedNames.ada)
            try await demo.owner.untilTraced(after: before) { entry in
                entry.kind == .deliveredURL && entry.app == DemoApps.notes
            }
            // The reply has arrived, and the app is in front; the limit ends the wait.
            #expect(try await new.ask("received").json["urls"]?.arrayValue?.map { $0["taken"] } == [false])
            let passed = try await new.ask("time-passes")
            #expect(passed.json["seconds"] == [600])
            let error = try await forgotten
            #expect(!error.succeeded && error.json["internal"] == -42700, "\(error.json)")
            #expect(error.message.contains("in time") && error.message.contains("application(_:open:options:)"))
            #expect(try await new.ask("accounts").accounts == [])
            #expect(try await new.call().code == "interactionRequired")
        }
    }

    @Test("an MSAL app that passes nothing on gets an error as soon as it is in front again")
    func inFrontAgain() async throws {
        try await onDevice(broker: .urlsOnly) { demo in
            let app = try await demo.installFaced(DemoApps.notes, .msal) { configuration, _ in
                configuration.handsOn = false
            }
            let answer = try await app.signIn(SeedNames.ada)
            #expect(!answer.succeeded && answer.json["internal"] == -42700, "\(answer.json)")
            #expect(answer.message.contains("application(_:open:options:)"))
            #expect(try await app.ask("accounts").accounts == [])
        }
    }
}
#endif
#endif

#if os(Linux)
#if Server
import Foundation
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobTesting
import Testing

@testable import KeyfobDemo

/// Process ids are reused, and programs are replaced within a process: neither turns an app into another one.
@Suite("attacks: reused process ids and replaced programs", .timeLimit(.minutes(10)))
struct ReusedNumberTests {
    private static let provider = "https://login.contoso.test/common"
    private let victim = AppBundle("test.contoso.a", teamID: "T1", keychainGroups: ["suite"])
    private let attacker = AppBundle(
        "test.malicious", teamID: "T9", schemes: ["malicious-app"], keychainGroups: ["own"])
    private let owner = AppBundle("test.owner", teamID: "T5", associatedDomains: ["authsrv:login.contoso.test"])

    private func withApps(_ body: (ProbeDevice) async throws -> Void) async throws {
        try await onProbeDevice { device in
            for bundle in [owner, victim, attacker] { try await device.install(bundle) }
            try await body(device)
        }
    }

    @Test(
        "a caller that ended is not confused with an app that now has its process id, nor the other way round")
    func reusedNumber() async throws {
        try await withApps { device in
            try await device.run("test.owner")
            try await device.ask("test.owner", ["do": "behave", "as": "hold"])
            let who = try await device.run("test.contoso.a")
            let number = try #require(Int32(exactly: who["pid"]?.integerValue ?? 0))
            // A has sent the extension a request, which has not responded yet, and ends.
            let before = try await device.owner.trace().last?.number ?? 0
            let call = Task {
                try await device.ask(
                    "test.contoso.a",
                    ["do": "sign_on", "provider": .string(Self.provider), "options": ["for": "A"]])
            }
            try await device.owner.untilTraced(after: before) { $0.kind == .signOn }
            try await device.owner.perform(.kill(bundleID: "test.contoso.a"))
            await #expect(throws: DeviceError.self) { try await call.value }
            // Now the attacker's app has its process id.
            try await device.launch("test.malicious", as: number)
            let maliciousApp = try await device.ask("test.malicious", ["do": "who"])
            #expect(maliciousApp["pid"] == .integer(number))
            #expect(maliciousApp["bundle_id"] == "test.malicious" && maliciousApp["team_id"] == "T9")
            #expect(maliciousApp["uid"] != who["uid"])
            #expect(try await device.number(of: "test.contoso.a") == nil)
            // A late response is delivered to no app.
            let late = try await device.ask("test.owner", ["do": "answer_held"])
            #expect(late["fault"] == "not_found")
            let inbox = try await device.ask("test.malicious", ["do": "inbox"]).arrayValue ?? []
            #expect(!inbox.isEmpty && inbox.allSatisfy { $0["moment"] != nil }, "\(inbox)")
            for group in ["T1.suite", "T5.x"] {
                let answer = try await device.ask("test.malicious", ["do": "keychain", "group": .string(group)])
                #expect(answer["status"] == -34018)
            }
            // Ending A once more does not end the app with its process id; and A starts again as itself.
            try await device.owner.perform(.kill(bundleID: "test.contoso.a"))
            #expect(try await device.number(of: "test.malicious") == number)
            let again = try await device.run("test.contoso.a")
            #expect(again["bundle_id"] == "test.contoso.a" && again["uid"] == who["uid"])
            #expect(again["pid"] != who["pid"])
        }
    }

    @Test("a connection in another program's hands belongs to the app that made it, whichever file the program is")
    func handedOver() async throws {
        try await withApps { device in
            try await device.run("test.contoso.a")
            try await device.run("test.malicious")
            // The victim's program file, which every user may run, with a connection that the attacker's app has made,
            // and one that it makes itself.
            let program = JSONValue.string(device.program(of: "test.contoso.a"))
            let spoken = try await device.ask(
                "test.malicious", ["do": "hand_over", "path": .string(device.socket), "program": program])
            #expect(spoken == "test.malicious T9")
            #expect(try await device.ask("test.malicious", ["do": "swap", "path": program]) == "test.malicious T9")
        }
    }

    @Test("an app that becomes another app's program, in the launched process, keeps its identity")
    func turnedInto() async throws {
        try await withApps { device in
            let who = try await device.run("test.malicious")
            let before = try await device.owner.trace().last?.number ?? 0
            // Its response is lost with the program that would have sent it.
            let lost = Task {
                try await device.ask(
                    "test.malicious", ["do": "turn_into", "path": .string(device.program(of: "test.contoso.a"))])
            }
            try await device.owner.untilTraced(after: before) { $0.kind == .connected }
            lost.cancel()
            let after = try await device.ask("test.malicious", ["do": "who"])
            #expect(after["pid"] == who["pid"])
            #expect(after["bundle_id"] == "test.malicious" && after["team_id"] == "T9")
            #expect(after["groups"] == who["groups"])
            // It has really become the other file.
            let file = try await device.ask("test.malicious", ["do": "program"])
            #expect(file == .string(device.program(of: "test.contoso.a")))
            #expect(try await device.number(of: "test.contoso.a") == nil)
        }
    }
}
#endif
#endif

#if os(Linux)
#if Server
import Foundation
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobDemo

/// App protection policies, with apps in their own processes and one that enrols as the Intune App SDK does.
@Suite("app protection with the broker", .onDevice)
struct ProtectedAppTests {
    @Test("R122: without proof of protection there is a specific error and no token; the enrolled app gets one")
    func protection() async throws {
        try await onDevice { demo in
            let policy = try await demo.admin.require("compliantApplication")
            let refused = try await demo.contosoA.signIn(SeedNames.ada)
            #expect(refused.code == "protectionPoliciesRequired", "\(refused.json)")
            #expect(refused.numbers.contains(53005) && refused.json["authorization"] == nil)
            #expect(try await demo.admin.count("tokens_brokered") == 0)
            // A silent call has the same result: the account is there, but no token.
            let silent = try await demo.contosoA.call(SeedNames.ada)
            #expect(silent.code == "protectionPoliciesRequired", "\(silent.json)")
            // The enrolment service is open to apps without any token.
            let enrolled = try await demo.contosoA.ask("protect", ["user": .string(SeedNames.ada)])
            #expect(enrolled.succeeded, "\(enrolled.json)")
            #expect(try await demo.admin.count("app_enrolled") == 1)
            for answer in [
                try await demo.contosoA.signIn(SeedNames.ada),
                try await demo.contosoA.call(SeedNames.ada, force: true),
            ] {
                #expect(answer.succeeded && answer.source == "broker", "\(answer.json)")
                #expect(try demo.api.accept(answer.token).user == SeedNames.ada)
            }
            #expect(try await demo.passwordPrompts() == 1)
            // An enrolment belongs to one app, and ends when an administrator ends it.
            #expect(try await demo.notes.signIn(SeedNames.ada).code == "protectionPoliciesRequired")
            let enrollments = try await demo.admin.call(.get, "/_admin/app-enrollments")["value"]?.arrayValue ?? []
            let id = try #require(enrollments.first?["id"]?.stringValue)
            try await demo.admin.call(.patch, "/_admin/app-enrollments/\(id)", ["state": "wiped"])
            #expect(
                try await demo.contosoA.call(SeedNames.ada, force: true).code == "protectionPoliciesRequired")
            try await demo.admin.removePolicy(policy)
            #expect(try await demo.notes.signIn(SeedNames.ada).succeeded)
        }
    }
}
#endif
#endif

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
        try await onDevice { stage in
            let policy = try await stage.admin.require("compliantApplication")
            let refused = try await stage.contosoA.signIn(SeedNames.ada)
            #expect(refused.code == "protectionPoliciesRequired", "\(refused.json)")
            #expect(refused.numbers.contains(53005) && refused.json["authorization"] == nil)
            #expect(try await stage.admin.count("tokens_brokered") == 0)
            // A silent call has the same result: the account is there, but no token.
            let silent = try await stage.contosoA.call(SeedNames.ada)
            #expect(silent.code == "protectionPoliciesRequired", "\(silent.json)")
            // The enrolment service is open to apps without any token.
            let enrolled = try await stage.contosoA.ask("protect", ["user": .string(SeedNames.ada)])
            #expect(enrolled.succeeded, "\(enrolled.json)")
            #expect(try await stage.admin.count("app_enrolled") == 1)
            for answer in [
                try await stage.contosoA.signIn(SeedNames.ada),
                try await stage.contosoA.call(SeedNames.ada, force: true),
            ] {
                #expect(answer.succeeded && answer.source == "broker", "\(answer.json)")
                #expect(try stage.api.accept(answer.token).user == SeedNames.ada)
            }
            #expect(try await stage.passwordPrompts() == 1)
            // An enrolment belongs to one app, and ends when an administrator ends it.
            #expect(try await stage.notes.signIn(SeedNames.ada).code == "protectionPoliciesRequired")
            let enrollments = try await stage.admin.call(.get, "/_admin/app-enrollments")["value"]?.arrayValue ?? []
            let id = try #require(enrollments.first?["id"]?.stringValue)
            try await stage.admin.call(.patch, "/_admin/app-enrollments/\(id)", ["state": "wiped"])
            #expect(
                try await stage.contosoA.call(SeedNames.ada, force: true).code == "protectionPoliciesRequired")
            try await stage.admin.removePolicy(policy)
            #expect(try await stage.notes.signIn(SeedNames.ada).succeeded)
        }
    }
}
#endif

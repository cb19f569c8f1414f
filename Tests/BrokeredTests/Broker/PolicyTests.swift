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

/// Policies of Conditional Access at the provider, and apps with and without the broker.
@Suite("policies with the broker", .onDevice)
struct PolicyTests {
    @Test("R17: without a broker a policy that requires a device is a specific error, and there is no token")
    func withoutBroker() async throws {
        try await onDevice(broker: nil) { demo in
            try await demo.admin.require("compliantDevice")
            let answer = try await demo.contosoA.signInHere(SeedNames.ada)
            #expect(!answer.succeeded)
            #expect(answer.numbers == [50097], "\(answer.json)")
            #expect(try await demo.contosoA.call().code == "interactionRequired")
        }
    }

    @Test(
        "R52, R121-part: by the broker the device is registered, enrolled and compliant, and the app gets its token",
        arguments: [false, true])
    func remediated(isRegistered: Bool) async throws {
        try await onDevice { demo in
            if isRegistered {
                // Registered by an earlier sign-in, which was all that was required then.
                #expect(try await demo.contosoA.signIn(SeedNames.ada).succeeded)
                let known = try #require(try await demo.admin.devices().first)
                #expect(known["isManaged"] != true && known["isCompliant"] != true)
                try await demo.admin.require("compliantDevice")
                #expect(try await demo.contosoA.call(SeedNames.ada, force: true).code == "interactionRequired")
            } else {
                #expect(try await demo.admin.devices().isEmpty)
                try await demo.admin.require("compliantDevice")
            }
            let answer = try await demo.contosoA.signIn(SeedNames.ada)
            #expect(answer.succeeded, "\(answer.code): \(answer.message)")
            #expect(try demo.api.accept(answer.token).user == SeedNames.ada)
            let device = try #require(try await demo.admin.devices().first)
            #expect(device["isManaged"] == true && device["isCompliant"] == true)
            let events = try await demo.admin.signIns().compactMap { $0["event"]?.stringValue }
            #expect(events.contains("device_registered") && events.contains("device_enrolled"))
            // The policy still applies to an app that does not use the broker.
            #expect(try await !demo.contosoB.signInHere(SeedNames.ada).succeeded)
        }
    }

    @Test(
        "R121: a device is registered and enrolled, refused while it breaks a rule, and gets its token once it complies"
    )
    func complianceRule() async throws {
        try await onDevice { demo in
            func rule(_ version: String) async throws {
                let systems = ["iOS", "iPadOS", "macOS", "Linux"].map { ($0, JSONValue.string(version)) }
                try await demo.admin.apply(
                    [
                        "trust": [
                            "devices": [
                                "compliance": ["minimumVersions": .object(Dictionary(uniqueKeysWithValues: systems))]
                            ]
                        ]
                    ])
            }
            try await demo.admin.require("compliantDevice")
            try await rule("9999")
            let refused = try await demo.contosoA.signIn(SeedNames.ada)
            #expect(!refused.succeeded)
            let lacking = try #require(try await demo.admin.devices().first)
            #expect(lacking["isManaged"] == true && lacking["isCompliant"] == false)
            #expect(try demo.browserFolder.visits().contains { $0.pages.contains("compliance") })
            let issued = try await demo.admin.signIns().filter { $0["event"] == "tokens_issued" }
            #expect(!issued.contains { $0["client_id"]?.stringValue == SeedNames.suite })
            try await rule("0.1")
            let answer = try await demo.contosoA.signIn(SeedNames.ada)
            let pages = try demo.browserFolder.visits().map(\.pages)
            try #require(answer.succeeded, "\(answer.code): \(answer.message); \(pages)")
            #expect(try demo.api.accept(answer.token).user == SeedNames.ada)
            let devices = try await demo.admin.devices()
            #expect(devices.map { $0["id"] } == [lacking["id"]] && devices[0]["isCompliant"] == true)
        }
    }

    @Test("R1-part: a password and a second factor, entered once, serve every app")
    func secondFactorOnce() async throws {
        try await onDevice { demo in
            try await demo.admin.require("mfa")
            try await demo.admin.setFactors(
                of: SeedNames.ada, authenticatorKey: Secret(Claim.authenticatorKey))
            try await demo.setUser(SeedNames.ada, authenticatorKey: Claim.authenticatorKey)
            let first = try await demo.contosoA.signIn(SeedNames.ada)
            #expect(first.succeeded, "\(first.code): \(first.message)")
            for app in [demo.contosoB, demo.app(DemoApps.contosoC), demo.notes] {
                let answer = try await app.signIn(SeedNames.ada)
                #expect(answer.succeeded, "\(app.bundleID): \(answer.message)")
                #expect(try demo.api.accept(answer.token).user == SeedNames.ada)
            }
            #expect(try await demo.passwordPrompts() == 1)
            #expect(try await demo.admin.count("second_factor_prompt") == 1)
        }
    }

    @Test("locations are those of the connection where no proxy is in front, whatever a client claims")
    func places() async throws {
        try await onDevice { demo in
            func place(_ name: String, _ ranges: String...) async throws -> String {
                let ranges = ranges.map { JSONValue.object(["cidrAddress": .string($0)]) }
                let made = try await demo.admin.graph(
                    .post, "identity/conditionalAccess/namedLocations",
                    [
                        "@odata.type": "#microsoft.graph.ipNamedLocation", "displayName": .string(name),
                        "ipRanges": .array(ranges),
                    ])
                return made["id"]?.stringValue ?? ""
            }
            let here = try await place("This machine", "127.0.0.0/8", "::1/128")
            let elsewhere = try await place("Elsewhere", "192.0.2.0/24")
            func policy(outside place: String) -> JSONValue {
                [
                    "displayName": "There only", "state": "enabled",
                    "conditions": [
                        "users": ["includeUsers": ["All"]], "applications": ["includeApplications": ["All"]],
                        "locations": ["includeLocations": ["All"], "excludeLocations": [.string(place)]],
                    ],
                    "grantControls": ["operator": "OR", "builtInControls": ["block"]],
                ]
            }
            let first = try await demo.admin.put(policy: policy(outside: here))
            let answer = try await demo.contosoA.signIn(SeedNames.ada)
            #expect(answer.succeeded, "\(answer.message)")
            try await demo.admin.removePolicy(first)
            try await demo.admin.put(policy: policy(outside: elsewhere))
            let refused = try await demo.contosoA.call(SeedNames.ada, force: true)
            #expect(!refused.succeeded && refused.numbers.contains(53003), "\(refused.json)")
        }
    }
}
#endif
#endif

#if os(Linux)
#if Server
import Foundation
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobDeviceProtocol
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobDemo

/// A redirect URI identifies an app only if it contains the app's bundle id, which app stores assign to one app. A
/// developer who registers another gets advice, there and from `keyfob doctor`, with the URI to register.
@Suite("lint of redirect URIs at registration", .onDevice)
struct RegistrationLintTests {
    private static let bundleID = "test.contoso.new"
    private static let client = "bbbbbbbb-0000-4000-8000-000000000001"
    private static let right = "msauth.test.contoso.new://auth"

    @Test("R44: a redirect URI without the app's bundle id is reported at registration, with the line to register")
    func atRegistration() async throws {
        try await onDevice(broker: nil) { demo in
            let rows: [(uri: String, advice: String, finding: String, status: Int32)] = [
                ("x-contoso-new://callback", "redirectWithoutBundleID", "redirectNotForBroker", 4),
                ("msauth.test.contoso.other://auth", "redirectOfAnotherBundle", "redirectOfAnotherBundle", 4),
                ("myapp://test.contoso.new", "schemeNotDistinctive", "schemeNotDistinctive", 0),
            ]
            for row in rows {
                let advice = try #require(try await register(row.uri, demo).first, "\(row.uri)")
                #expect(advice["code"]?.stringValue == row.advice && advice["redirectUri"]?.stringValue == row.uri)
                #expect(advice["register"]?.stringValue == Self.right)
                // The app's side, as a developer or a CI job checks it against the exported registration.
                let scheme = String(row.uri.prefix { $0 != ":" })
                let bundle = AppBundle(
                    Self.bundleID, teamID: "T1", schemes: [scheme], queriedSchemes: BrokerSchemes.microsoft.all)
                let client = Self.client
                let said = try await demo.doctor(bundle, client: client, redirect: row.uri)
                #expect(said.status == row.status, "\(said.json.text())")
                let finding = said.json["findings"]?.arrayValue?.first { $0["code"]?.stringValue == row.finding }
                #expect(
                    finding?["remedy"]?.stringValue?.contains("msauth.test.contoso.new") == true, "\(said.json.text())")
                // With the suggested line nothing is reported any more.
                #expect(try await register(try #require(advice["register"]?.stringValue), demo).isEmpty)
            }
            // Without the app being named: its bundle id is in another registration already.
            let rival = try await demo.admin.graph(
                .post, "applications",
                ["displayName": "Rival", "publicClient": ["redirectUris": ["msauth.test.contoso.a://auth"]]])
            let advice = try await demo.admin.advice(on: rival["appId"]?.stringValue ?? "")
            #expect(advice.first?["code"] == "bundleIDOfAnotherRegistration")
        }
    }

    /// Registers the app, and returns the provider's advice.
    private func register(_ uri: String, _ demo: DemoDevice) async throws -> [JSONValue] {
        try await demo.admin.put(
            application: [
                "appId": .string(Self.client), "displayName": "Contoso New",
                "publicClient": ["redirectUris": [.string(uri)]],
            ])
        return try await demo.admin.advice(on: Self.client, bundleIDs: [Self.bundleID])
    }
}
#endif
#endif

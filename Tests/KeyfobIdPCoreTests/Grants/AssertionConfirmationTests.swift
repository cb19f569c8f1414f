import Foundation
import KeyfobCore
import KeyfobIdPCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// Who may present an assertion, where and until when (RFC 7522 section 3), with assertions that another library
/// signed.
@Suite("Confirmation of assertions")
struct AssertionConfirmationTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let assertion: String
        let grant: SAMLAssertionGrant
        let accepted: [IdPProfile: Bool]
        var testDescription: String { name }
    }

    private static let vectors: JSONValue = {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let path = tests.appending(path: "Vectors/saml-confirmations.json")
        return (try? JSONValue(parsing: Array(Data(contentsOf: path)))) ?? .null
    }()

    static let rows: [Row] = (vectors["cases"]?.arrayValue ?? []).map { row in
        Row(
            name: row["name"]?.stringValue ?? "", assertion: row["assertion"]?.stringValue ?? "",
            grant: row["version"] == 1 ? .version1 : .version2,
            accepted: [
                .faithful: row["faithful"]?.boolValue ?? false, .strict: row["strict"]?.boolValue ?? false,
            ])
    }

    @Test("The vectors are there") func complete() { #expect(Self.rows.count == 14) }

    @Test("An assertion is accepted from a bearer at this address, in time, and otherwise refused", arguments: rows)
    func confirmed(row: Row) async throws {
        for profile in IdPProfile.allCases {
            let fixture = try await ProviderFixture { $0.profile = profile }
            let admin = fixture.provider.admin
            let now = try #require(Self.vectors["now"]?.integerValue)
            try await admin.call(
                .post, "/_admin/clock", ["offset_seconds": .integer(now + 60 - fixture.clock.unixSeconds)])
            let issuer: JSONValue = [
                "issuer": "http://fs.contoso.test/adfs/services/trust",
                "certificates": [Self.vectors["certificate"] ?? .null],
            ]
            try await admin.apply(["trust": ["federatedIssuers": [issuer]]])
            try await admin.setConsent(
                user: "ada@contoso.test", clientID: fixture.clientID, resource: "api://files", granted: ["Files.Read"])
            let answer = try await fixture.token(
                [
                    ("grant_type", row.grant.rawValue), ("assertion", row.assertion), ("client_id", fixture.clientID),
                    ("resource", "api://files"), ("scope", "openid"),
                ], path: "/common/oauth2/token")
            let isAccepted = row.accepted[profile] ?? false
            #expect(answer.status == (isAccepted ? 200 : 400), "\(profile)")
            #expect(answer.number == (isAccepted ? nil : 50013), "\(profile)")
        }
    }
}

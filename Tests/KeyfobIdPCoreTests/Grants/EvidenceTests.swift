import Foundation
import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Evidence of a sign-in")
struct EvidenceTests {
    @Test("Evidence is united; for the device and the app the later statement counts")
    func united() {
        let session = SignInEvidence(methods: ["pwd"], multiFactorAt: 5, deviceID: "one", callerBundleID: "test.a")
        let now = SignInEvidence(methods: ["otp", "mfa"], multiFactorAt: 4, deviceID: "two", isBrokered: true)
        let both = session.adding(now)
        #expect(both.authenticationMethods == ["pwd", "otp", "mfa"])
        #expect(both.multiFactorAt == 5)
        #expect(both.deviceID == "two")
        #expect(both.isBrokered)
        #expect(both.callerBundleID == "test.a")
        #expect(both.adding(SignInEvidence()) == both)
    }

    @Test("A record without evidence counts as a sign-in by password, and nothing else")
    func oldRecords() throws {
        let text = """
            {"grantID": "g", "clientID": "c", "userID": "u", "tenantID": "t", "scopes": [], "authenticatedAt": 1, "epoch": 0}
            """
        let access = try JSONDecoder().decode(AuthorizedAccess.self, from: Data(text.utf8))
        #expect(access.evidence == SignInEvidence(methods: ["pwd"]))
        let kept = String(decoding: try JSONEncoder().encode(access), as: UTF8.self)
        #expect(!kept.contains("evidence"))
    }

    @Test("Tokens name the methods: by code and by refresh token, and at version 2 on request")
    func claim() async throws {
        var fixture = try await ProviderFixture()
        let first = try await fixture.adalTokens()
        #expect(try await fixture.claims(first.idToken)["amr"] == ["pwd"])
        let claims = #"{"id_token": {"amr": null}}"#
        let visit = try await fixture.signIn(ProviderFixture.ada, ["claims": claims])
        let second = try await fixture.redeem(try ProviderFixture.reply(visit)["code"] ?? "")
        let token = second.json["id_token"]?.stringValue.map { Secret($0) }
        #expect(try await fixture.claims(token)["amr"] == ["pwd"])
    }
}

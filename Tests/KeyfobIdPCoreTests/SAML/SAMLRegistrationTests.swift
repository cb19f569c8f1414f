import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Registrations for SAML")
struct SAMLRegistrationTests {
    @Test("The settings come back as they were registered, and Microsoft Graph's own members count")
    func roundTrip() async throws {
        let fixture = try await SAMLFixture()
        let admin = fixture.base.provider.admin
        let settings: JSONValue = [
            "isSignedRequestRequired": true, "verificationCertificates": [.string(fixture.certificate)],
            "signingOption": "both", "encryptionCertificate": .string(fixture.certificate),
            "nameIdSource": "user.mail",
            "claims": [["type": "urn:a", "source": "user.givenname"], ["type": "urn:b", "value": "x"]],
        ]
        try await admin.change(SAMLFixture.clientID, ["saml": settings])
        let again: JSONValue = ["applications": [["appId": .string(SAMLFixture.clientID), "saml": settings]]]
        #expect(try await admin.apply(again)["changes"] == [])
        let made = try await admin.graph(
            .post, "applications",
            [
                "displayName": "Graph", "identifierUris": ["https://graph-shaped.test"],
                "web": [
                    "redirectUris": ["https://graph-shaped.test/acs"], "logoutUrl": "https://graph-shaped.test/out",
                ],
                "requestSignatureVerification": ["isSignedRequestRequired": false, "allowedWeakAlgorithms": nil],
            ])
        #expect(made["web"]?["logoutUrl"] == "https://graph-shaped.test/out")
        #expect(try await admin.graph(.post, "applications", ["displayName": "Plain"])["saml"] == nil)
    }

    @Test(
        "Settings that could not work are refused",
        arguments: [
            ["signingOption": "none"], ["isSignedRequestRequired": true], ["verificationCertificates": ["AAAA"]],
            ["encryptionCertificate": "no"], ["nameIdSource": "user.secret"],
            ["claims": [["type": "a"]]], ["claims": [["type": "a", "source": "user.mail", "value": "b"]]],
            ["unknown": 1],
        ] as [JSONValue])
    func refused(settings: JSONValue) async throws {
        let fixture = try await ProviderFixture()
        await #expect(throws: AdminClient.Refusal.self) {
            try await fixture.provider.admin.put(
                application: ["displayName": "A", "saml": settings])
        }
    }
}

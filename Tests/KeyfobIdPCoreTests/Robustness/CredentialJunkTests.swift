import Foundation
import KeyfobConformance
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Malformed credentials", .onEveryStore)
struct CredentialJunkTests {
    private static let vectors: JSONValue = {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Vectors/saml-assertions.json")
        return (try? JSONValue(parsing: Array(Data(contentsOf: path)))) ?? .null
    }()

    @Test("No change of a signed assertion makes it another user's, and every one gets a response")
    func mutatedAssertions() async throws {
        let fixture = try await ProviderFixture()
        let admin = fixture.provider.admin
        let now = try #require(Self.vectors["now"]?.integerValue)
        try await admin.call(.post, "/_admin/clock", ["offset_seconds": .integer(now - fixture.clock.unixSeconds)])
        let certificate = try #require(Self.vectors["certificate"])
        try await admin.apply(
            [
                "trust": [
                    "federatedIssuers": [
                        ["issuer": "http://fs.contoso.test/adfs/services/trust", "certificates": [certificate]]
                    ]
                ]
            ])
        for user in ["ada@contoso.test", "grace@contoso.test"] {
            try await admin.setConsent(
                user: user, clientID: fixture.clientID, resource: "api://files", granted: ["Files.Read"])
        }
        let original = Array(Data(base64Encoded: Self.vectors["saml2"]?.stringValue ?? "") ?? Data())
        #expect(original.count > 2000)
        let random = SeededRandomSource(seed: 20_260_101)
        let pieces = ["<", ">", "&", "\"", "]]>", "<!--", "-->", "<a>", "</a>", "&#0;", "grace", "xmlns=\"\"", "\u{0}"]
        var refused = 0
        for _ in 0..<300 {
            var bytes = original
            let draw = random.bytes(8).map(Int.init)
            let place = (draw[0] << 16 | draw[1] << 8 | draw[2]) % bytes.count
            switch draw[3] % 4 {
            case 0: bytes[place] = UInt8(draw[4])
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(contentsOf: Array(pieces[draw[4] % pieces.count].utf8), at: place)
            default: bytes.removeSubrange(place..<min(bytes.count, place + 1 + draw[5]))
            }
            let response = try await fixture.token(
                [
                    ("grant_type", SAMLAssertionGrant.version2.rawValue),
                    ("assertion", Data(bytes).base64EncodedString()), ("client_id", fixture.clientID),
                    ("resource", "api://files"),
                ], path: "/common/oauth2/token")
            guard response.status == 200 else {
                #expect(response.number == 50013)
                refused += 1
                continue
            }
            // Unsigned parts (the certificate next to the signature, spaces in tags) may change without harm.
            let tokens = try TokenResponse(parsing: response.body)
            #expect(try await fixture.claims(tokens.idToken)["upn"]?.stringValue == "ada@contoso.test")
        }
        #expect(refused > 150)
    }

    @Test(
        "A malformed credential gets a challenge from the API",
        arguments: [
            "", "Bearer", "Bearer ", "Bearer a.b.c", "PoP", "PoP a.b.c", "PoP e30.e30.e30", "Basic YTpi", "Bearer é",
            "Bearer " + String(repeating: "a", count: 300_000), "pop {}",
        ])
    func junkCredentials(field: String) async throws {
        let fixture = try await ProviderFixture()
        var request = HTTPRequest.get(try fixture.url("/api/files"))
        request.fields.set("Authorization", field)
        let response = try await fixture.provider.send(request)
        #expect(response.status == 401)
        #expect(AuthenticationChallenge.all(in: response.fields).count == 1)
    }
}

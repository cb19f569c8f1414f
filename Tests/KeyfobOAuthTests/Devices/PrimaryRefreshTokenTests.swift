import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE
import KeyfobOAuth
import Testing

@Suite("Messages about primary refresh tokens")
struct PrimaryRefreshTokenTests {
    private static let caller: JSONValue = ["bundle_id": "test.contoso.a"]

    @Test(
        "an issue request survives a round trip, and is signed by the device",
        arguments: [
            .password(username: "ada@contoso.test", password: Secret("p")), .refreshToken(Secret("r")),
            .assertion(Secret("a.b.c")),
        ] as [PRTIssueRequest.UserProof])
    func issue(proof: PRTIssueRequest.UserProof) throws {
        let device = try TestDevice()
        let request = PRTIssueRequest(nonce: "n", proof: proof, caller: Self.caller)
        let form = try request.parameters(signedBy: device.key)
        #expect(form["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer")
        #expect(form["windows_api_version"] == "2.0" && form["client_info"] == "1" && form["tgt"] == "true")
        let message = try DeviceSignedMessage(compact: try #require(form["request"]))
        try message.verify(with: device.key.certificate.publicKey)
        #expect(message.certificate.deviceID == device.key.deviceID)
        #expect(try PRTIssueRequest(claims: message.claims) == request)
        #expect(message.claims["scope"]?.stringValue?.contains("aza") == true)
    }

    @Test("a request without a proof, with an unknown proof, or without a nonce is refused")
    func incomplete() throws {
        let whole = PRTIssueRequest(nonce: "n", proof: .password(username: "u", password: Secret("p"))).claims
        for name in ["grant_type", "username", "password", "client_id", "request_nonce"] {
            var claims = whole
            claims[name] = nil
            #expect(throws: OAuthError.missing(name)) { try PRTIssueRequest(claims: claims) }
            claims[name] = 1
            #expect(throws: OAuthError.missing(name)) { try PRTIssueRequest(claims: claims) }
        }
        var claims = whole
        claims["grant_type"] = "x"
        #expect(throws: OAuthError(70003, ["grant_type": "x"])) { try PRTIssueRequest(claims: claims) }
    }

    @Test("a response survives a round trip")
    func issued() throws {
        let answer = PRTIssueResponse(
            primaryRefreshToken: Secret("prt"), expiresIn: 1_209_600, sessionKeyMessage: Secret("a.b.c.d.e"),
            idToken: Secret("i"), deviceTenantID: "t", additional: ["x": 1])
        #expect(try PRTIssueResponse(parsing: answer.json.bytes()) == answer)
        #expect(answer.json["token_type"] == "pop" && answer.json["access_token"] == nil)
        for body in ["{}", #"{"refresh_token":"x"}"#, #"{"session_key_jwe":"x"}"#, "[]", "x"] {
            #expect(throws: MessageError.self) { try PRTIssueResponse(parsing: Array(body.utf8)) }
        }
    }

    @Test("a use request survives a round trip, for the calling app")
    func use() throws {
        let key = try #require(SessionKey(Secret([UInt8](1...32))))
        let request = PRTUseRequest(
            primaryRefreshToken: Secret("prt"), clientID: "app", redirectURI: "msauth.test.contoso.a://auth",
            scopes: ["openid", "Files.Read"], nonce: "n", now: 1000, claimsRequest: "{}", caller: Self.caller,
            extra: ["microsoft_enrollment_id": "e", "client_id": "evil", "iss": "evil"])
        let form = request.parameters(signedBy: key, random: SystemRandomSource())
        #expect(form["windows_api_version"] == "2.2" && form["client_id"] == nil)
        let message = try SessionSignedMessage(compact: try #require(form["request"]))
        try message.verify(with: key)
        #expect(message.claims["client_id"] == "app" && message.claims["iss"] == "aad:brokerplugin")
        var expected = request
        expected.extra = ["microsoft_enrollment_id": "e"]
        #expect(try PRTUseRequest(claims: message.claims) == expected)
        #expect(expected.expiresAt == 1300)
    }

    @Test("times that are not numbers, or out of range, are refused")
    func moments() throws {
        let whole = PRTUseRequest(
            primaryRefreshToken: Secret("prt"), clientID: "app", redirectURI: nil, scopes: [], nonce: nil, now: 1000
        ).claims
        for (value, isRead) in [
            (1000, true), ("1000", true), ("x", false), (-1, false), (.number("1e30"), false), (true, false),
        ] as [(JSONValue, Bool)] {
            var claims = whole
            claims["exp"] = value
            #expect(((try? PRTUseRequest(claims: claims)) != nil) == isRead, "\(value)")
        }
        for name in ["iat", "exp", "refresh_token", "client_id", "grant_type"] {
            var claims = whole
            claims[name] = nil
            #expect(throws: OAuthError.missing(name)) { try PRTUseRequest(claims: claims) }
        }
    }

    @Test("credentials for pages survive a round trip")
    func credentials() throws {
        let key = try #require(SessionKey(Secret([UInt8](1...32))))
        let credential = RefreshTokenCredential(
            primaryRefreshToken: Secret("prt"), nonce: "n", clientID: "app", redirectURI: "r", caller: Self.caller)
        let message = try SessionSignedMessage(
            compact: credential.signed(with: key, random: SystemRandomSource()).reveal())
        try message.verify(with: key)
        #expect(RefreshTokenCredential(message) == credential)
        #expect(message.claims["is_primary"] == "true" && message.claims["iat"] == nil)
        let device = try TestDevice()
        let signed = try DeviceSignedMessage(compact: DeviceCredential(nonce: "n").signed(with: device.key).reveal())
        #expect(DeviceCredential(claims: signed.claims) == DeviceCredential(nonce: "n"))
        #expect(signed.claims["grant_type"] == "device_auth")
        for name in ["grant_type", "iss", "request_nonce"] {
            var claims = signed.claims
            claims[name] = "x"
            #expect((DeviceCredential(claims: claims) == DeviceCredential(nonce: "n")) == false)
            claims[name] = nil
            #expect(DeviceCredential(claims: claims) == nil)
        }
    }

    @Test("a nonce is requested and returned as by real clients")
    func nonce() throws {
        #expect(ServerNonce.parameters.encoded == "grant_type=srv_challenge")
        #expect(ServerNonce.json("x").text() == #"{"Nonce":"x"}"#)
        #expect(try ServerNonce.parse(Array(#"{"Nonce":"x"}"#.utf8)) == "x")
        for body in ["{}", #"{"nonce":"x"}"#, #"{"Nonce":1}"#, ""] {
            #expect(throws: MessageError.self) { try ServerNonce.parse(Array(body.utf8)) }
        }
    }

    @Test("a certificate for another key makes no device key")
    func mismatch() throws {
        let device = try TestDevice()
        #expect(throws: CryptoError.self) {
            try DeviceKey(key: .p256(P256PrivateKey()), certificate: device.key.certificate.der)
        }
        #expect("\(device.key)" == "ES256 key of device \(device.key.deviceID)")
    }
}

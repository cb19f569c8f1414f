import KeyfobCore
import KeyfobCrypto
import KeyfobIdP
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting

/// The placeholders that a request makes: codes, tokens and credentials.
extension ProtocolStage {
    /// The value of a placeholder, made by genuine requests before the row's own; nil for an unknown one.
    mutating func made(_ name: String) async throws -> String? {
        switch name {
        case "code": try await code([:])
        case "code-scopes": try await code(["scope": "openid api://files/Files.Read"])
        case "code-no-openid": try await code(["scope": "offline_access api://files/Files.Read"])
        case "code-open": try await code(["code_challenge": nil, "code_challenge_method": nil])
        case "code-used": try await usedCode()
        case "code-web": try await code(["client_id": SeedData.webClientID, "redirect_uri": Self.webRedirect])
        case "code-page": try await code(page)
        case "code-page-open":
            try await code(page.merging(["code_challenge": nil, "code_challenge_method": nil]) { $1 })
        case "code-v1": try await codeOfVersionOne()
        case "refresh": try await token("refresh_token", [:])
        case "refresh-used": try await usedRefreshToken()
        case "refresh-grace": try await token("refresh_token", [:], as: .grace)
        case "refresh-family": try await token("refresh_token", Self.office)
        case "refresh-page": try await token("refresh_token", page, origin: "https://page.test")
        case "refresh-web":
            try await token(
                "refresh_token", ["client_id": SeedData.webClientID, "redirect_uri": Self.webRedirect],
                secret: try await filled("{secret}"))
        case "refresh-msa":
            try await token(
                "refresh_token", ["client_id": SeedData.everyoneClientID, "redirect_uri": "http://localhost:51000/"],
                as: Person(user: "mary@live.com", password: SeedData.password))
        case "graph-token": try await token("access_token", ["scope": "openid profile User.Read"])
        case "files-token": try await token("access_token", [:])
        case "user-token": try await token("access_token", ["scope": "openid api://contoso-web/Access"])
        case "user-id-token": try await token("id_token", ["scope": "openid api://contoso-web/Access"])
        case "device": try await device(nil)
        case "device-v1": try await deviceOfVersionOne()
        case "device-approved": try await device(ProviderFixture.ada)
        case "device-declined": try await declinedDevice()
        case "device-redeemed": try await redeemedDevice()
        case "secret":
            try await fixture.provider.admin.addSecret(to: SeedData.webClientID, displayName: "s")["secretText"]?
                .stringValue
        case "basic": ConfidentialClient.basic(SeedData.webClientID, try await filled("{secret}"))
        case "basic-wrong": ConfidentialClient.basic(SeedData.webClientID, "wrong")
        case "assertion": try assertion()
        case "assertion-old": try assertion(["exp": -400, "nbf": -1000])
        case "assertion-elsewhere": try assertion(["aud": "https://elsewhere.test/token"])
        case "assertion-other-issuer": try assertion(["iss": .string(SeedData.suiteClientID)])
        case "assertion-federated": try assertion(["iss": "https://tokens.build.test"])
        default:
            name.hasPrefix("saml:") ? ProtocolSAML.request(String(name.dropFirst(5))) : nil
        }
    }

    private static let webRedirect = "http://localhost/contoso-web"
    private static let office: [String: String?] = [
        "client_id": SeedData.officeClientID, "redirect_uri": "http://localhost:51000/",
        "scope": "openid offline_access User.Read",
    ]
    private var page: [String: String?] {
        ["client_id": ProtocolRegistrations.names["page"], "redirect_uri": "https://page.test/back"]
    }

    private mutating func code(
        _ changes: [String: String?], as person: Person = ProviderFixture.ada
    ) async throws -> String {
        let visit = try await fixture.signIn(person, changes)
        return try ProviderFixture.reply(visit)["code"] ?? "no code"
    }

    private mutating func usedCode() async throws -> String {
        let code = try await code([:])
        _ = try await fixture.redeem(code)
        return code
    }

    private mutating func codeOfVersionOne() async throws -> String {
        try ProviderFixture.reply(try await fixture.signInByADAL())["code"] ?? "no code"
    }

    /// A member of the response to a code.
    private mutating func token(
        _ member: String, _ changes: [String: String?], as person: Person = ProviderFixture.ada,
        origin: String? = nil, secret: String? = nil
    ) async throws -> String {
        var values: [(String, String)] = [
            ("grant_type", "authorization_code"), ("client_id", (changes["client_id"] ?? nil) ?? fixture.clientID),
            ("code", try await code(changes, as: person)),
            ("redirect_uri", (changes["redirect_uri"] ?? nil) ?? fixture.redirectURI),
            ("code_verifier", fixture.verifier.value.reveal()),
        ]
        if let secret { values.append(("client_secret", secret)) }
        var request = HTTPRequest.form(try fixture.url("/common/oauth2/v2.0/token"), FormParameters(values))
        if let origin { request.fields.set("Origin", origin) }
        let response = try await fixture.provider.send(request)
        return response.json[member]?.stringValue ?? "no \(member): \(response.json.text())"
    }

    private mutating func usedRefreshToken() async throws -> String {
        let token = try await token("refresh_token", [:])
        _ = try await fixture.refresh(token)
        return token
    }

    private mutating func device(_ person: Person?) async throws -> String {
        let device = try await fixture.startDeviceCode()
        if let person { _ = try await fixture.enterCode(of: device, as: person) }
        return device.deviceCode.reveal()
    }

    private mutating func declinedDevice() async throws -> String {
        var person = ProviderFixture.ada
        person.consents = false
        return try await device(person)
    }

    private mutating func redeemedDevice() async throws -> String {
        let code = try await device(ProviderFixture.ada)
        _ = try await fixture.token([
            ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("client_id", fixture.clientID),
            ("device_code", code),
        ])
        return code
    }

    private func deviceOfVersionOne() async throws -> String? {
        try await fixture.token(
            [("client_id", fixture.clientID), ("resource", "api://files")], path: "/common/oauth2/devicecode"
        ).json["device_code"]?.stringValue
    }

    /// An assertion of Contoso Web, by a key that is registered under `certificate`; times are added to now.
    private func assertion(_ changes: [String: JSONValue] = [:]) throws -> String {
        let now = fixture.clock.unixSeconds
        var claims: [String: JSONValue] = [
            "iss": .string(SeedData.webClientID), "sub": .string(SeedData.webClientID),
            "aud": .string(try fixture.url("/\(SeedData.tenantID)/oauth2/v2.0/token").description),
            "jti": "one", "nbf": .integer(now), "exp": .integer(now + 600),
        ]
        for (name, value) in changes { claims[name] = value.integerValue.map { .integer(now + $0) } ?? value }
        return try ProtocolKey.shared().sign(.object(claims))
    }
}

/// The key of Contoso Web's certificate: one for all rows, because making one takes long.
struct ProtocolKey {
    let key: RSAPrivateKey
    let certificate: [UInt8]

    private static let made = Result { try ProtocolKey() }

    static func shared() throws -> ProtocolKey { try made.get() }

    private init() throws {
        key = try RSAPrivateKey()
        certificate = try SelfSignedCertificate.der(for: key, commonName: "Contoso Web", now: MovableClock().now)
    }

    func sign(_ claims: JSONValue) throws -> String {
        try JWS.sign(
            claims.bytes(), header: ["x5t": .string(Base64URL.encode(Digest.sha1(certificate)))],
            with: .rsa(key, keyID: "any"))
    }
}

/// SAML requests by name, encoded for the redirect binding.
enum ProtocolSAML {
    static func request(_ name: String) -> String? {
        let issuer = "https://portal.test/saml"
        let xml: String
        switch name {
        case "plain": xml = SAMLFixture.request(issuer: issuer)
        case "digit-id": xml = SAMLFixture.request("AuthnRequest", ["ID": "1-request"], issuer: issuer)
        case "stranger": xml = SAMLFixture.request(issuer: "https://elsewhere.test/saml")
        case "consumer":
            xml = SAMLFixture.request(
                "AuthnRequest", ["AssertionConsumerServiceURL": "https://elsewhere.test/acs"], issuer: issuer)
        case "artifact":
            xml = SAMLFixture.request(
                "AuthnRequest", ["ProtocolBinding": "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact"],
                issuer: issuer)
        case "name-format":
            xml = SAMLFixture.request(
                issuer: issuer,
                content: #"<samlp:NameIDPolicy Format="urn:oasis:names:tc:SAML:2.0:nameid-format:kerberos"/>"#)
        case "junk": xml = "<not-saml/>"
        default: return nil
        }
        return Base64.encode(SAMLFixture.stored(Array(xml.utf8)))
    }
}

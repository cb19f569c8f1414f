import KeyfobCore
import KeyfobCrypto
import KeyfobIdP
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

/// A device that the administrator has disabled, with the primary refresh token and the cookies that it had before,
/// where a policy requires a compliant device.
@Suite("A disabled device")
struct DisabledDeviceTests {
    private let fixture: ProviderFixture
    private let phone: Phone
    private let session: Phone.Session
    /// An app's refresh token that was issued to the device before.
    private let refreshToken: String

    init() async throws {
        fixture = try await ProviderFixture()
        phone = try await Phone(fixture)
        session = try await phone.session()
        try await phone.consent()
        let scopes = Phone.files.union(["offline_access"])
        let used = try phone.open(try await phone.use(session, scopes: scopes), session)
        refreshToken = used["refresh_token"]?.stringValue ?? ""
        try await fixture.provider.admin.require("compliantDevice")
        try await fixture.provider.admin.setDevice(phone.key.deviceID, isManaged: true, isCompliant: true)
    }

    private func request(_ changes: [String: String?] = [:]) throws -> HTTPRequest {
        var values: [String: String?] = ["redirect_uri": Phone.redirectURI]
        for (name, value) in changes { values[name] = value }
        var request = HTTPRequest(
            method: .get,
            url: try fixture.url(
                "/common/oauth2/v2.0/authorize",
                fixture.authorization(scope: "openid api://files/Files.Read", values)))
        request.fields.set(DeviceDialect.deviceChallengeField.name, DeviceDialect.deviceChallengeField.value)
        return request
    }

    /// The same request with the credential that signs in the broker's web view.
    private func credentialed(_ changes: [String: String?] = [:]) async throws -> HTTPRequest {
        var request = try request(changes)
        let credential = RefreshTokenCredential(primaryRefreshToken: session.token, nonce: try await phone.nonce())
            .signed(with: session.key, random: phone.random).reveal()
        request.fields.set(DeviceDialect.refreshTokenCredentialField, credential)
        return request
    }

    private func isRefused(_ answer: HTTPResponse) -> Bool {
        let page = HTMLDocument(String(decoding: answer.body, as: UTF8.self))
        return answer.fields["Location"] == nil && page.pageName == "access-refused"
            && page.textByID["error-code"]?.contains("135011") == true
    }

    @Test("is refused as disabled in the broker's web view, which is not sent to register another device")
    func credential() async throws {
        #expect(try await fixture.provider.send(credentialed()).fields["Location"]?.contains("code=") == true)
        try await fixture.provider.admin.setDevice(phone.key.deviceID, isEnabled: false)
        #expect(isRefused(try await fixture.provider.send(credentialed())))
        let silent = try await fixture.provider.send(credentialed(["prompt": "none"])).fields["Location"] ?? ""
        #expect(silent.contains("error=interaction_required") && silent.contains("135011"), "\(silent)")
        try await fixture.provider.admin.setDevice(phone.key.deviceID, isEnabled: true)
        #expect(try await fixture.provider.send(credentialed()).fields["Location"]?.contains("code=") == true)
    }

    @Test("is refused as disabled when it answers a challenge, and the app gets the error")
    func challenge() async throws {
        let signedIn = try await fixture.provider.send(credentialed())
        try await fixture.provider.admin.setDevice(phone.key.deviceID, isEnabled: false)
        var again = try request()
        again.fields.set("Cookie", signedIn.cookieField)
        let asked = try await fixture.provider.send(again)
        let challenge = try PKeyAuthChallenge(url: try #require(asked.fields["Location"]))
        let submit = try #require(challenge.submitURL)
        var answer = HTTPRequest(method: .get, url: submit, fields: again.fields)
        answer.fields.set(
            "Authorization",
            try challenge.answer(with: phone.key, requestURL: submit, now: fixture.clock.unixSeconds).reveal())
        let page = try await fixture.provider.send(answer)
        #expect(isRefused(page), "\(page.status) \(page.fields["Location"] ?? "")")
        let form = try #require(HTMLDocument(String(decoding: page.body, as: UTF8.self)).forms.first)
        for (action, isOver) in [("again", false), ("back", true)] {
            var submitted = HTTPRequest.form(
                try fixture.url("/common/access"), FormParameters(form.submission(pressing: ("action", action))))
            submitted.fields.set("Cookie", signedIn.cookieField)
            submitted.fields.set(DeviceDialect.deviceChallengeField.name, DeviceDialect.deviceChallengeField.value)
            let next = try await fixture.provider.send(submitted)
            let location = next.fields["Location"] ?? ""
            #expect(isOver ? location.hasPrefix(Phone.redirectURI) && location.contains("135011") : isRefused(next))
        }
    }

    @Test("gets no tokens for its refresh tokens, with or without a policy")
    func refreshTokens() async throws {
        let policies = try await fixture.provider.admin.graph(.get, "identity/conditionalAccess/policies")
        for policy in policies["value"]?.arrayValue ?? [] {
            try await fixture.provider.admin.removePolicy(policy["id"]?.stringValue ?? "")
        }
        #expect(try await fixture.refresh(refreshToken).status == 200)
        try await fixture.provider.admin.setDevice(phone.key.deviceID, isEnabled: false)
        #expect(try await fixture.refresh(refreshToken).number == 135011)
        #expect(try await phone.use(session).number == 135011)
        try await fixture.provider.admin.setDevice(phone.key.deviceID, isEnabled: true)
        #expect(try await fixture.refresh(refreshToken).status == 200)
    }

    @Test("gives no hint that it is registered to a client with its certificate but not its key")
    func withoutKey() async throws {
        try await fixture.provider.admin.setDevice(phone.key.deviceID, isEnabled: false)
        let other = try await Phone(fixture)
        let request = PRTIssueRequest(
            nonce: try await phone.nonce(),
            proof: .password(username: "ada@contoso.test", password: Secret(SeedData.password)))
        let message = try JWS.sign(
            JSONValue.object(request.claims).bytes(), with: other.key.key, certificate: phone.key.certificate.der)
        let form = FormParameters([("grant_type", DeviceDialect.signedRequestGrant), ("request", message)])
        #expect(try await phone.send(form).number == 50155)
        #expect(try await phone.issue().number == 135011)
    }
}

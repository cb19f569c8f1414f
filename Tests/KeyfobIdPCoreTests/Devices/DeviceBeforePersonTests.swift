import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// Policies that a device can satisfy without the user: the device is challenged first.
@Suite("The device is challenged before the user")
struct DeviceBeforePersonTests {
    /// Microsoft's most common template, and a block that excludes compliant devices.
    private static let controls: [JSONValue] = [
        [
            "conditions": ["users": ["includeUsers": ["All"]], "applications": ["includeApplications": ["All"]]],
            "grantControls": ["operator": "OR", "builtInControls": ["mfa", "compliantDevice"]],
        ],
        [
            "conditions": [
                "users": ["includeUsers": ["All"]], "applications": ["includeApplications": ["All"]],
                "devices": ["deviceFilter": ["mode": "exclude", "rule": "device.isCompliant -eq True"]],
            ],
            "grantControls": ["operator": "OR", "builtInControls": ["block"]],
        ],
    ]

    private func phone(_ index: Int) async throws -> (ProviderFixture, Phone) {
        let fixture = try await ProviderFixture()
        let phone = try await Phone(fixture)
        try await phone.consent()
        try await fixture.provider.admin.setDevice(phone.key.deviceID, isManaged: true, isCompliant: true)
        return (fixture, phone)
    }

    private func lay(_ index: Int, _ fixture: ProviderFixture) async throws {
        let policy = Self.controls[index].merging(["displayName": "A device or something else", "state": "enabled"])
        try await fixture.provider.admin.put(policy: policy)
    }

    @Test("In a broker's web view a compliant device is enough, even if not challenged before", arguments: [0, 1])
    func pages(index: Int) async throws {
        var (fixture, phone) = try await phone(index)
        let scope = "openid profile api://files/Files.Read"
        #expect(try await fixture.signIn(ProviderFixture.ada, scope: scope).hasCode)
        try await lay(index, fixture)
        let url = try fixture.url(
            "/common/oauth2/v2.0/authorize", fixture.authorization(scope: scope, ["redirect_uri": Phone.redirectURI]))
        let cookies = try #require(fixture.browser.cookies.field(for: url, now: fixture.clock.now))
        let fields: HTTPFields = ["Cookie": cookies, DeviceDialect.deviceChallengeField.name: "1.0"]
        for answers in [true, false] {
            let asked = try await fixture.provider.send(HTTPRequest(method: .get, url: url, fields: fields))
            let challenge = try PKeyAuthChallenge(url: try #require(asked.fields["Location"]))
            let submit = try #require(challenge.submitURL)
            var answer = HTTPRequest(method: .get, url: submit, fields: fields)
            let key = answers ? phone.key : nil
            answer.fields.set(
                "Authorization",
                try challenge.answer(with: key, requestURL: submit, now: fixture.clock.unixSeconds).reveal())
            let done = try await fixture.provider.send(answer)
            guard !answers else {
                #expect(done.fields["Location"]?.hasPrefix("\(Phone.redirectURI)?code=") == true)
                continue
            }
            // Then the user is asked, where the user can do something.
            let page = HTMLDocument(String(decoding: done.body, as: UTF8.self)).pageName
            #expect(page == (index == 0 ? "register-factor" : "access-refused"))
        }
        // A client that cannot answer a challenge does not get one.
        let plain = try await fixture.signIn(ProviderFixture.ada, scope: scope)
        #expect(plain.pages.first == (index == 0 ? "register-factor" : "access-refused"))
    }

    @Test("At the token endpoint the error contains the challenge, and answering it yields tokens", arguments: [0, 1])
    func tokenEndpoint(index: Int) async throws {
        var (fixture, phone) = try await phone(index)
        let token = try await fixture.tokens().refreshToken?.reveal() ?? ""
        try await lay(index, fixture)
        let number: Int64 = index == 0 ? 50079 : 53003
        #expect(try await fixture.refresh(token).number == number)
        let url = try fixture.url("/common/oauth2/v2.0/token")
        var request = HTTPRequest.form(
            url,
            FormParameters([
                ("grant_type", "refresh_token"), ("client_id", fixture.clientID), ("refresh_token", token),
                ("scope", "openid api://files/Files.Read"),
            ]))
        request.fields.set(DeviceDialect.deviceChallengeField.name, DeviceDialect.deviceChallengeField.value)
        let asked = try await fixture.provider.send(request)
        #expect(asked.status == 401 && asked.number == number)
        let challenge = try #require(try PKeyAuthChallenge.find(in: asked.fields))
        let none = try challenge.answer(with: nil, requestURL: url, now: fixture.clock.unixSeconds)
        request.fields.set("Authorization", none.reveal())
        let refused = try await fixture.provider.send(request)
        #expect(refused.status == 400 && refused.number == number)
        let answer = try challenge.answer(with: phone.key, requestURL: url, now: fixture.clock.unixSeconds)
        request.fields.set("Authorization", answer.reveal())
        #expect(try await fixture.provider.send(request).status == 200)
    }
}

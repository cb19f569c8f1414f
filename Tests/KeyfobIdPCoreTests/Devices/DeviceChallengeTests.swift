import KeyfobCore
import KeyfobCrypto
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Device challenges at the provider")
struct DeviceChallengeTests {
    private func advertised(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        request.fields.set(DeviceDialect.deviceChallengeField.name, DeviceDialect.deviceChallengeField.value)
        return request
    }

    @Test("at the token endpoint: a challenge, the device's answer, tokens; without the header the plain error")
    func tokenEndpoint() async throws {
        var fixture = try await ProviderFixture()
        let phone = try await Phone(fixture)
        let refreshToken = try #require(try await fixture.tokens().refreshToken?.reveal())
        let form = FormParameters([
            ("grant_type", "refresh_token"), ("client_id", SeedData.suiteClientID), ("refresh_token", refreshToken),
            ("scope", "openid api://files/Files.Read"),
        ])
        let url = try fixture.url("/common/oauth2/v2.0/token")
        try await fixture.provider.admin.require("compliantDevice")
        try await fixture.provider.admin.setDevice(phone.key.deviceID, isManaged: true, isCompliant: true)
        let asked = try await fixture.provider.send(advertised(.form(url, form)))
        #expect(asked.status == 401 && asked.number == 50097)
        let challenge = try #require(try PKeyAuthChallenge.find(in: asked.fields))
        #expect(challenge.accepts(phone.key) && challenge.submitURL == nil)
        let plain = try await fixture.provider.send(.form(url, form))
        #expect(plain.status == 400 && plain.number == 50097 && plain.fields["WWW-Authenticate"] == nil)
        var answered = advertised(.form(url, form))
        let field = try challenge.answer(with: phone.key, requestURL: url, now: fixture.clock.unixSeconds)
        answered.fields.set("Authorization", field.reveal())
        #expect(try await fixture.provider.send(answered).status == 200)
        let entry = try await fixture.provider.admin.signIns().last { $0["event"] == "tokens_refreshed" }
        #expect(entry?["device_id"]?.stringValue == phone.key.deviceID)
        #expect(try await fixture.provider.send(answered).number == 140000, "an answer is valid once")
        // A device that has answered gets the error, not a second challenge.
        try await fixture.provider.admin.setDevice(phone.key.deviceID, isCompliant: false)
        let again = try #require(
            try PKeyAuthChallenge.find(
                in: try await fixture.provider.send(
                    advertised(.form(url, form))
                ).fields))
        let second = try again.answer(with: phone.key, requestURL: url, now: fixture.clock.unixSeconds)
        answered.fields.set("Authorization", second.reveal())
        let refused = try await fixture.provider.send(answered)
        #expect(refused.status == 400 && refused.number == 53000)
    }

    @Test("answers for another address, with another nonce, from another key or from no device are refused")
    func badAnswers() async throws {
        var fixture = try await ProviderFixture()
        let phone = try await Phone(fixture)
        let refreshToken = try #require(try await fixture.tokens().refreshToken?.reveal())
        let url = try fixture.url("/common/oauth2/v2.0/token")
        func send(_ field: String) async throws -> HTTPResponse {
            var request = HTTPRequest.form(
                url,
                FormParameters([
                    ("grant_type", "refresh_token"), ("client_id", SeedData.suiteClientID),
                    ("refresh_token", refreshToken), ("scope", "openid api://files/Files.Read"),
                ]))
            request.fields.set("Authorization", field)
            return try await fixture.provider.send(request)
        }
        func challenge(_ nonce: String) -> PKeyAuthChallenge {
            PKeyAuthChallenge(context: "c", nonce: nonce, submitURL: nil, tenantID: nil)
        }
        let fresh = challenge(try await phone.nonce())
        let elsewhere = try fixture.url("/common/oauth2/token")
        let wrongPlace = try fresh.answer(with: phone.key, requestURL: elsewhere, now: 1).reveal()
        #expect(try await send(wrongPlace).number == 50155)
        let wrongNonce = try challenge("n").answer(with: phone.key, requestURL: url, now: 1).reveal()
        #expect(try await send(wrongNonce).number == 50155)
        #expect(try await send("PKeyAuth AuthToken=\"x\", Context=\"c\"").number == 50155)
        #expect(try await send("PKeyAuth Version=\"1.0\"").number == 50155)
        let none = try fresh.answer(with: nil, requestURL: url, now: 1).reveal()
        #expect(try await send(none).status == 200, "an answer without a device is valid too")
        #expect(try await send("Basic x").number == 700025)
    }

    @Test("in a broker's web view: a redirect to the challenge, and the sign-in continues with the device's proof")
    func pages() async throws {
        let fixture = try await ProviderFixture()
        let phone = try await Phone(fixture)
        try await phone.consent()
        let session = try await phone.session()
        try await fixture.provider.admin.require("compliantDevice")
        try await fixture.provider.admin.setDevice(phone.key.deviceID, isManaged: true, isCompliant: true)
        for answers in [true, false] {
            let credential = RefreshTokenCredential(primaryRefreshToken: session.token, nonce: try await phone.nonce())
                .signed(with: session.key, random: phone.random).reveal()
            var request = HTTPRequest(
                method: .get,
                url: try fixture.url(
                    "/common/oauth2/v2.0/authorize",
                    fixture.authorization(scope: "openid api://files/Files.Read", ["redirect_uri": Phone.redirectURI])))
            // Then a sign-in by cookie alone, so that no device is known.
            request.fields.set(DeviceDialect.refreshTokenCredentialField, credential)
            let signedIn = try await fixture.provider.send(request)
            request.fields = ["Cookie": signedIn.cookieField, DeviceDialect.deviceChallengeField.name: "1.0"]
            let asked = try await fixture.provider.send(request)
            let challenge = try PKeyAuthChallenge(url: try #require(asked.fields["Location"]))
            #expect(asked.status == 302 && challenge.submitURL?.path == "/common/DeviceAuthPKeyAuth")
            let submit = try #require(challenge.submitURL)
            var answer = HTTPRequest(method: .get, url: submit, fields: request.fields)
            answer.fields.set(
                "Authorization",
                try challenge.answer(
                    with: answers ? phone.key : nil, requestURL: submit, now: fixture.clock.unixSeconds
                ).reveal())
            let done = try await fixture.provider.send(answer)
            let location = done.fields["Location"] ?? ""
            #expect(location.hasPrefix(answers ? "\(Phone.redirectURI)?code=" : "msauth://wpj?"), "\(location)")
            let entry = try await fixture.provider.admin.signIns().last { $0["event"] == "code_issued" }
            #expect(entry?["device_id"]?.stringValue == phone.key.deviceID)
            // Without the browser's cookie the answer is refused.
            answer.fields = ["Authorization": answer.fields["Authorization"] ?? ""]
            #expect(try await fixture.provider.send(answer).number == nil)
        }
    }
}

import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobIdPCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// A sign-in transferred from another device by a code, and its descendants, before a policy forbids such codes.
@Suite("Descendants of a device code")
struct TransferredSignInTests {
    /// The refresh token of a broker at which Ada signed in with a code from another device.
    private func transferred(_ fixture: ProviderFixture) async throws -> String {
        var fixture = fixture
        fixture.clientID = Phone.broker
        let device = try await fixture.startDeviceCode(scope: "openid profile offline_access")
        #expect(try await fixture.enterCode(of: device).pages.last == "device-done")
        let tokens = try await fixture.token([
            ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("client_id", fixture.clientID),
            ("device_code", device.deviceCode.reveal()),
        ])
        return tokens.json["refresh_token"]?.stringValue ?? ""
    }

    private func session(_ phone: Phone, _ proof: PRTIssueRequest.UserProof) async throws -> Phone.Session {
        let response = try PRTIssueResponse(parsing: try await phone.issue(proof).body)
        return Phone.Session(
            token: response.primaryRefreshToken,
            key: try SessionKey(message: response.sessionKeyMessage, transportKey: phone.transportKey),
            response: response)
    }

    /// Requests a code with the cookie that signs a browser in.
    private func authorize(_ phone: Phone, _ session: Phone.Session) async throws -> HTTPResponse {
        let cookie = RefreshTokenCredential(
            primaryRefreshToken: session.token, nonce: try await phone.nonce(), issuedAt: nil
        ).signed(with: session.key, random: phone.random).reveal()
        let parameters = phone.fixture.authorization(
            scope: "openid profile api://files/Files.Read",
            ["redirect_uri": Phone.redirectURI, "prompt": "none"])
        var request = HTTPRequest(method: .get, url: try phone.fixture.url("/common/oauth2/v2.0/authorize", parameters))
        request.fields.set("Cookie", "\(DeviceDialect.refreshTokenCredentialField)=\(cookie)")
        return try await phone.fixture.provider.send(request)
    }

    @Test(
        "A policy against device codes reaches the registration of devices; with every app in it, also the primary refresh token and its cookie",
        arguments: [true, false])
    func blocked(isForEveryApp: Bool) async throws {
        let fixture = try await ProviderFixture()
        let phone = try await Phone(fixture)
        try await phone.consent()
        let refreshToken = try await transferred(fixture)
        let carried = try await session(phone, .refreshToken(Secret(refreshToken)))
        let own = try await phone.session()
        var broker = fixture
        broker.clientID = Phone.broker
        let registration = "\(RegistrationDiscovery.resourceURI)/.default"
        #expect(try await broker.refresh(refreshToken, scope: registration).status == 200)
        for session in [carried, own] {
            #expect(try await phone.use(session).status == 200)
            #expect(try await authorize(phone, session).fields["Location"]?.contains("code=") == true)
        }

        let applications: JSONValue =
            isForEveryApp ? ["includeApplications": ["All"]] : ["includeUserActions": ["urn:user:registerdevice"]]
        try await fixture.provider.admin.put(policy: [
            "displayName": "No device codes", "state": "enabled",
            "conditions": [
                "users": ["includeUsers": ["All"]], "applications": applications,
                "authenticationFlows": ["transferMethods": "deviceCodeFlow"],
            ],
            "grantControls": ["operator": "OR", "builtInControls": ["block"]],
        ])
        #expect(try await broker.refresh(refreshToken, scope: registration).number == 53003)
        // A user who entered the password on this device registers and is served as before.
        #expect(try await !Phone.registrationToken(fixture, ProviderFixture.ada).isEmpty)
        #expect(try await phone.use(own).status == 200)
        #expect(try await authorize(phone, own).fields["Location"]?.contains("code=") == true)
        let used = try await phone.use(carried)
        #expect((used.number == 53003) == isForEveryApp, "\(used.status)")
        let location = try await authorize(phone, carried).fields["Location"] ?? ""
        #expect(location.contains("code=") != isForEveryApp, "\(location)")
        if isForEveryApp { #expect(location.contains("53003"), "\(location)") }
    }

    @Test("A compliant device that redeems a device code does not make the sign-in one from that device")
    func fetchedByADevice() async throws {
        var fixture = try await ProviderFixture()
        let phone = try await Phone(fixture)
        try await phone.consent()
        let carried = try await session(phone, .refreshToken(Secret(try await transferred(fixture))))
        let own = try await phone.session()
        let device = try await fixture.startDeviceCode(scope: "openid api://files/Files.Read")
        #expect(try await fixture.enterCode(of: device).pages.last == "device-done")

        let policy = try await fixture.provider.admin.require("compliantDevice")
        try await fixture.provider.admin.setDevice(phone.key.deviceID, isManaged: true, isCompliant: true)
        let url = try fixture.url("/common/oauth2/v2.0/token")
        func poll() async throws -> HTTPResponse {
            let challenge = PKeyAuthChallenge(
                context: "c", nonce: try await phone.nonce(), submitURL: nil, tenantID: nil)
            var request = HTTPRequest.form(
                url,
                FormParameters([
                    ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("client_id", fixture.clientID),
                    ("device_code", device.deviceCode.reveal()),
                ]))
            let answer = try challenge.answer(with: phone.key, requestURL: url, now: fixture.clock.unixSeconds)
            request.fields.set("Authorization", answer.reveal())
            return try await fixture.provider.send(request)
        }
        #expect(try await poll().number == 530_033)
        // Nor does a primary refresh token issued from such a sign-in, on the very same device.
        #expect(try await phone.use(own).status == 200)
        #expect(try await phone.use(carried).number == 530_033)
        try await fixture.provider.admin.removePolicy(policy)
        #expect(try await phone.use(carried).status == 200)
    }
}

import KeyfobCore
import KeyfobCrypto
import KeyfobIdP
import KeyfobIdPCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Device registration")
struct DeviceRegistrationTests {
    @Test(
        "the service publishes its address, and a device that registers gets its own certificate",
        arguments: [true, false])
    func registers(isRSA: Bool) async throws {
        let fixture = try await ProviderFixture()
        let url = RegistrationDiscovery.url(origin: fixture.provider.base, domain: "contoso.test")
        let document = try RegistrationDiscovery(parsing: try await fixture.provider.send(.get(url)).body)
        #expect(document.joinEndpoint.path == "/EnrollmentServer/device/" && document.keyEndpoint == nil)
        #expect(document.joinResource == RegistrationDiscovery.resourceURI && document.tenantID == SeedData.tenantID)
        let nonce = try await fixture.provider.send(.get(try #require(document.nonceEndpoint)))
        #expect(nonce.json["Value"]?.stringValue?.isEmpty == false)
        let phone = try await Phone(fixture, isRSA: isRSA)
        #expect(phone.key.certificate.tenantID == SeedData.tenantID && phone.key.certificate.userID == SeedData.adaID)
        #expect(phone.key.certificate.issuerUnits == [DeviceCertificateAuthority.organizationalUnit])
        let listed = try #require(try await fixture.provider.admin.devices().first)
        #expect(listed["deviceId"]?.stringValue == phone.key.deviceID)
        let owners = try await fixture.provider.admin.graph(
            .get, "devices(deviceId='\(phone.key.deviceID)')/registeredOwners")
        #expect(owners["value"]?.arrayValue?.map { $0["id"]?.stringValue } == [SeedData.adaID])
        #expect(listed["accountEnabled"] == true && listed["isManaged"] == false && listed["isCompliant"] == false)
        #expect(try await fixture.provider.admin.count("device_registered") == 1)
        // The authority's key is not among the keys that sign tokens.
        let keys = try await fixture.provider.send(.get(try fixture.url("/common/discovery/v2.0/keys")))
        #expect(keys.json["keys"]?.arrayValue?.count == 2)
    }

    @Test("a device cannot claim to be hybrid joined; only an administrator marks it so")
    func hybrid() async throws {
        let fixture = try await ProviderFixture()
        let token = try await Phone.registrationToken(fixture, ProviderFixture.ada)
        let key = AsymmetricKey.p256(P256PrivateKey())
        var request = try Phone.request(key, transportKey: key.publicKey)
        request.joinType = 6
        let refused = try await Phone.register(fixture, token: token, request)
        #expect(refused.status == 403 && refused.json["subcode"] == "error_join_type")
        let phone = try await Phone(fixture)
        let path = "/_admin/devices/\(phone.key.deviceID)/trust-type"
        try await fixture.provider.admin.call(.put, path, ["trustType": "ServerAd"])
        #expect(try await fixture.provider.admin.devices().first?["trustType"] == "ServerAd")
    }

    @Test("another vendor's app gets the permission to register devices from an administrator only")
    func administratorsConsent() async throws {
        var fixture = try await ProviderFixture()
        let scope = "openid \(RegistrationDiscovery.resourceURI)/\(DeviceRegistrationService.permission)"
        let refused = try ProviderFixture.reply(try await fixture.signIn(scope: scope))
        #expect(refused["error"] == "consent_required", "\(refused)")
        #expect(refused["error_description"]?.hasPrefix("AADSTS90094") == true)
        // The broker has it in advance.
        #expect(try await !Phone.registrationToken(fixture, ProviderFixture.ada).isEmpty)
    }

    @Test("a token for another API, or none, registers nothing")
    func wrongToken() async throws {
        var fixture = try await ProviderFixture()
        let tokens = try await fixture.tokens()
        let key = AsymmetricKey.p256(P256PrivateKey())
        let request = try Phone.request(key, transportKey: key.publicKey)
        for token in [tokens.accessToken?.reveal() ?? "", "x", ""] {
            #expect(try await Phone.register(fixture, token: token, request).status == 401)
        }
        #expect(try await fixture.provider.admin.devices().isEmpty)
    }

    @Test("neither a session's cookie nor a refresh token registers a device five minutes after the sign-in")
    func freshSignIn() async throws {
        var fixture = try await ProviderFixture()
        fixture.clientID = Phone.broker
        fixture.redirectURI = "http://localhost"
        let scope = "\(RegistrationDiscovery.resourceURI)/.default"
        let code = try ProviderFixture.reply(try await fixture.signIn(scope: "openid offline_access"))["code"] ?? ""
        let refreshToken = try await fixture.redeem(code).json["refresh_token"]?.stringValue ?? ""
        fixture.clock.advance(seconds: 300)
        #expect(try await fixture.signIn(scope: scope).pages.isEmpty)
        #expect(try await fixture.refresh(refreshToken, scope: scope).status == 200)
        fixture.clock.advance(seconds: 1)
        #expect(try await fixture.refresh(refreshToken, scope: scope).number == 70043)
        #expect(try await fixture.refresh(refreshToken, scope: "openid").status == 200)
        let silent = try ProviderFixture.reply(try await fixture.signIn(scope: scope, ["prompt": "none"]))
        #expect(silent["code"] == nil && silent["error"] == "login_required")
        let visit = try await fixture.signIn(scope: scope)
        #expect(visit.pages == ["sign-in"] && visit.hasCode)
        #expect(try await fixture.redeem(try ProviderFixture.reply(visit)["code"] ?? "").status == 200)
    }

    @Test("the tenant's switch, its quota and another organization's domain get different errors")
    func refusals() async throws {
        let fixture = try await ProviderFixture()
        _ = try await Phone(fixture)
        let token = try await Phone.registrationToken(fixture, ProviderFixture.ada)
        let key = AsymmetricKey.p256(P256PrivateKey())
        let request = try Phone.request(key, transportKey: key.publicKey)
        func set(_ devices: JSONValue) async throws {
            try await fixture.provider.admin.apply(["trust": ["devices": devices]])
        }
        try await set(["quota": 1])
        var refused = try await Phone.register(fixture, token: token, request)
        #expect(refused.status == 403 && refused.json["subcode"] == "error_device_quota_exceeded")
        try await set(["quota": 2, "allowsRegistration": false])
        refused = try await Phone.register(fixture, token: token, request)
        #expect(refused.status == 403 && refused.json["subcode"] == "error_device_registration_disabled")
        try await set(["allowsRegistration": true])
        let foreign = try Phone.request(key, transportKey: key.publicKey, domain: "fabrikam.test")
        #expect(try await Phone.register(fixture, token: token, foreign).json["subcode"] == "error_tenant_mismatch")
        var damaged = request
        damaged.certificateRequest[20] ^= 1
        #expect(try await Phone.register(fixture, token: token, damaged).status == 400)
        #expect(try await Phone.register(fixture, token: token, request).status == 200)
        #expect(try await fixture.provider.admin.devices().count == 2)
    }

    @Test("only the user who registered a device removes it; its tokens are revoked with it")
    func removal() async throws {
        let fixture = try await ProviderFixture()
        let phone = try await Phone(fixture)
        let session = try await phone.session()
        func remove(_ person: Person, _ id: String) async throws -> Int {
            let token = try await Phone.registrationToken(fixture, person)
            var request = HTTPRequest(method: .delete, url: try fixture.url("/EnrollmentServer/device/\(id)"))
            request.fields.set("Authorization", "Bearer \(token)")
            return try await fixture.provider.send(request).status
        }
        try await fixture.provider.admin.createUser("alan@contoso.test", password: Secret("Another-pass-1"))
        let alan = Person(user: "alan@contoso.test", password: "Another-pass-1")
        #expect(try await remove(alan, phone.key.deviceID) == 404)
        #expect(try await remove(ProviderFixture.ada, "33333333-3333-4333-8333-333333333333") == 404)
        #expect(try await fixture.provider.admin.devices().count == 1)
        #expect(try await remove(ProviderFixture.ada, phone.key.deviceID.uppercased()) == 204)
        #expect(try await fixture.provider.admin.devices().isEmpty)
        let answer = try await phone.use(session)
        #expect(answer.status == 400 && answer.json["suberror"] == "bad_token")
        #expect(try await phone.issue().json["suberror"] == "device_authentication_failed")
    }

    @Test("an administrator sets the state of a device, and cannot make an unmanaged one compliant")
    func administration() async throws {
        let fixture = try await ProviderFixture()
        let phone = try await Phone(fixture)
        let admin = fixture.provider.admin
        await #expect(throws: AdminClient.Refusal.self) {
            try await admin.setDevice(phone.key.deviceID, isCompliant: true)
        }
        try await admin.setDevice(phone.key.deviceID, isManaged: true, isCompliant: true)
        #expect(try await admin.devices().first?["isCompliant"] == true)
        try await admin.setDevice(phone.key.deviceID, isManaged: false)
        #expect(try await admin.devices().first?["isCompliant"] == false)
        try await admin.removeDevice(phone.key.deviceID)
        await #expect(throws: AdminClient.Refusal.self) { try await admin.removeDevice(phone.key.deviceID) }
    }
}

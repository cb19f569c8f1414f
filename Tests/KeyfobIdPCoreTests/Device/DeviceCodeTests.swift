import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Device codes")
struct DeviceCodeTests {
    private func poll(
        _ fixture: ProviderFixture, _ device: DeviceAuthorizationResponse, _ changes: [String: String] = [:]
    ) async throws -> HTTPResponse {
        var values = [
            "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": fixture.clientID,
            "device_code": device.deviceCode.reveal(), "client_info": "1",
        ]
        for (name, value) in changes { values[name] = value }
        return try await fixture.token(values.map { ($0.key, $0.value) })
    }

    @Test("The response contains the members of RFC 8628, and a code that can be read aloud")
    func shape() async throws {
        let fixture = try await ProviderFixture()
        let response = try await fixture.askForDeviceCode()
        #expect(response.status == 200)
        #expect(response.json["expires_in"]?.integerValue == 900)
        #expect(response.json["interval"]?.integerValue == 5)
        #expect(response.fields["Cache-Control"]?.contains("no-store") == true)
        let device = try DeviceAuthorizationResponse(parsing: response.body)
        #expect(device.userCode.count == 9)
        #expect(device.userCode.allSatisfy { $0.isASCII && ($0.isNumber || $0.isUppercase) })
        #expect(device.message?.contains(device.userCode) == true)
        #expect(device.message?.contains(device.verificationURI) == true)
        #expect(device.message?.contains(device.deviceCode.reveal()) == false)
    }

    @Test(
        "A request that could never be approved is refused at once",
        arguments: [
            (["client_id": nil], 900144), (["client_id": "aaaaaaaa-0000-4000-8000-00000000dead"], 700016),
            (["scope": nil], 900144), (["scope": "api://files/Files.Erase"], 70011),
            (["scope": "api://nowhere/Read"], 500011),
        ] as [([String: String?], Int64)])
    func refusedAtOnce(changes: [String: String?], number: Int64) async throws {
        let response = try await ProviderFixture().askForDeviceCode(changes)
        #expect(response.status == 400)
        #expect(response.number == number)
    }

    @Test("The approval yields tokens for the user who approved, and the log records each step")
    func approved() async throws {
        var fixture = try await ProviderFixture()
        let device = try await fixture.startDeviceCode()
        #expect(try await poll(fixture, device).json["error"]?.stringValue == "authorization_pending")
        #expect(try await fixture.enterCode(of: device).pages.last == "device-done")
        let tokens = try TokenResponse(parsing: try await poll(fixture, device).body)
        let idToken = try IDToken(decodingWithoutValidation: tokens.idToken?.reveal() ?? "")
        #expect(idToken.objectID == SeedData.adaID)
        #expect(try await fixture.refresh(tokens.refreshToken?.reveal() ?? "").status == 200)
        let events = try await fixture.provider.admin.signIns().compactMap { $0["event"]?.stringValue }
        let steps = ["device_code_started", "device_code_approved", "tokens_issued", "tokens_refreshed"]
        #expect(events.filter(steps.contains) == steps)
        // A pending poll is not logged as a refusal.
        #expect(!events.contains("refused"))
    }

    @Test("A signed-in user approves by picking the account, never by the code alone")
    func signedInAlready() async throws {
        var fixture = try await ProviderFixture()
        _ = try await fixture.signIn()
        let device = try await fixture.startDeviceCode()
        #expect(
            try await fixture.enterCode(of: device).pages
                == ["device-code", "account-picker", "device-approval", "device-done"])
        #expect(try await poll(fixture, device).status == 200)
    }

    @Test(
        "Declining ends the device's polling, on the page that names the app or on the one for consent",
        arguments: [true, false])
    func declined(approves: Bool) async throws {
        var fixture = try await ProviderFixture()
        let device = try await fixture.startDeviceCode()
        var person = ProviderFixture.ada
        person.approvesDevice = approves
        person.consents = !approves
        #expect(try await fixture.enterCode(of: device, as: person).pages.last == "device-done")
        let response = try await poll(fixture, device)
        #expect(response.status == 400)
        #expect(response.json["error"]?.stringValue == "authorization_declined")
        #expect(try await fixture.enterCode(of: device).errorNumber == 70018)
    }

    @Test("After the sign-in a page names the app, its publisher, and whether the code was requested from this address")
    func approvalPage() async throws {
        var fixture = try await ProviderFixture()
        try await fixture.provider.admin.change(fixture.clientID, ["publisherDomain": "apps.contoso.test"])
        let device = try await fixture.startDeviceCode()
        var person = ProviderFixture.ada
        person.approvesDevice = false
        let recorder = RecordingTransport(fixture.provider)
        fixture.browser = FormBrowser(transport: recorder, clock: fixture.clock)
        _ = try await fixture.enterCode(of: device, as: person)
        let pages = recorder.exchanges.map { HTMLDocument(String(decoding: $0.response?.body ?? [], as: UTF8.self)) }
        let page = try #require(pages.last { $0.pageName == "device-approval" })
        #expect(page.text.contains("Are you signing in to Contoso Suite?"))
        #expect(page.text.contains("Publisher: apps.contoso.test, unverified"))
        #expect(page.text.contains("ada@contoso.test"))
        #expect(try await poll(fixture, device).json["error"]?.stringValue == "authorization_declined")
    }

    @Test("A form that skips the page that names the app approves nothing")
    func approvalIsNeeded() async throws {
        var fixture = try await ProviderFixture()
        _ = try await fixture.signIn()
        let device = try await fixture.startDeviceCode()
        var person = ProviderFixture.ada
        person.userCode = device.userCode
        let page = try fixture.url("/common/oauth2/deviceauth")
        guard case .page(let address, let first, _) = try await fixture.browser.open(page),
            let form = first.forms.first,
            case .page(_, let picker, _) = try await fixture.browser.send(
                form, form.submission(filling: ["user_code": device.userCode]), from: address),
            var forged = picker.forms.first
        else {
            Issue.record("no page")
            return
        }
        let flow = forged.values("flow").first ?? ""
        forged.action = "/common/account"
        let place = try await fixture.browser.send(
            forged, [("flow", flow), ("account", "ada@contoso.test")], from: address)
        guard case .page(_, let approval, _) = place else {
            Issue.record("no page")
            return
        }
        #expect(approval.pageName == "device-approval")
        forged.action = "/common/consent"
        _ = try await fixture.browser.send(forged, [("flow", flow), ("action", "accept")], from: address)
        #expect(try await poll(fixture, device).json["error"]?.stringValue == "authorization_pending")
    }

    @Test("After fifteen minutes the code expires for the user and for the device")
    func expired() async throws {
        var fixture = try await ProviderFixture()
        let device = try await fixture.startDeviceCode()
        fixture.clock.advance(seconds: 901)
        let response = try await poll(fixture, device)
        #expect(response.json["error"]?.stringValue == "expired_token")
        #expect(try await fixture.enterCode(of: device).errorNumber == 70018)
    }

    @Test("An approval that is not redeemed in time expires")
    func fetchedTooLate() async throws {
        var fixture = try await ProviderFixture()
        let device = try await fixture.startDeviceCode()
        _ = try await fixture.enterCode(of: device)
        fixture.clock.advance(seconds: 901)
        #expect(try await poll(fixture, device).json["error"]?.stringValue == "expired_token")
    }

    @Test("The code is bound to the client and the tenant that requested it")
    func bound() async throws {
        var fixture = try await ProviderFixture()
        let device = try await fixture.startDeviceCode()
        _ = try await fixture.enterCode(of: device)
        let stolen = try await poll(fixture, device, ["client_id": SeedData.notesClientID])
        #expect(stolen.json["error"]?.stringValue == "bad_verification_code")
        #expect(try await poll(fixture, device, ["device_code": "guess"]).number == 70018)
        fixture.segment = "contoso.test"
        #expect(try await poll(fixture, device).number == 700005)
        fixture.segment = "common"
        #expect(try await poll(fixture, device).status == 200)
    }

    @Test("The code may be entered in lower case and with spaces, and a wrong one is asked for again")
    func typing() async throws {
        var fixture = try await ProviderFixture()
        let device = try await fixture.startDeviceCode()
        var person = ProviderFixture.ada
        person.userCode = "BBBBBBBBB"
        let wrong = try await fixture.enterCode(of: device, as: person)
        #expect(wrong.pages == ["device-code", "device-code"])
        #expect(wrong.errorNumber == 70018)
        let code = device.userCode.lowercased()
        person.userCode = " \(code.prefix(3)) \(code.dropFirst(3).prefix(3))-\(code.dropFirst(6)) "
        #expect(try await fixture.enterCode(of: device, as: person).pages.last == "device-done")
    }

    @Test("The strict profile returns slow_down to a client that polls too often, the faithful one does not")
    func impatience() async throws {
        let faithful = try await ProviderFixture()
        let first = try await faithful.startDeviceCode()
        for _ in 0..<3 {
            #expect(try await poll(faithful, first).json["error"]?.stringValue == "authorization_pending")
        }
        let strict = try await ProviderFixture { $0.profile = .strict }
        let second = try await strict.startDeviceCode()
        #expect(try await poll(strict, second).json["error"]?.stringValue == "authorization_pending")
        #expect(try await poll(strict, second).json["error"]?.stringValue == "slow_down")
        // RFC 8628 section 3.5: from then on the interval is five seconds longer.
        strict.clock.advance(seconds: 6)
        #expect(try await poll(strict, second).json["error"]?.stringValue == "slow_down")
        strict.clock.advance(seconds: 30)
        #expect(try await poll(strict, second).json["error"]?.stringValue == "authorization_pending")
    }

    @Test("Version 1 has its own names: strings for numbers, verification_url, and resource")
    func versionOne() async throws {
        var fixture = try await ProviderFixture()
        let response = try await fixture.provider.send(
            .form(
                try fixture.url("/common/oauth2/devicecode"),
                FormParameters([("client_id", fixture.clientID), ("resource", "api://files")])))
        #expect(response.json["expires_in"]?.stringValue == "900")
        #expect(response.json["verification_url"]?.stringValue != nil)
        let device = try DeviceAuthorizationResponse(parsing: response.body)
        #expect(try await fixture.enterCode(of: device).pages.last == "device-done")
        let tokens = try await fixture.token(
            [
                ("grant_type", "device_code"), ("client_id", fixture.clientID), ("code", device.deviceCode.reveal()),
                ("resource", "api://files"),
            ], path: "/common/oauth2/token")
        #expect(tokens.status == 200)
        #expect(tokens.json["resource"]?.stringValue == "api://files")
    }
}

import KeyfobCore
import KeyfobCrypto
import KeyfobIdP
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Making a device compliant during a sign-in")
struct DeviceRemedyTests {
    /// A transport that marks each request as sent by a broker's web view.
    private struct WebView: HTTPTransport {
        let provider: InMemoryProvider
        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            var request = request
            request.fields.set("x-ms-PkeyAuth+", "1.0")
            return try await provider.send(request)
        }
    }

    private static let phone = RegisteredDevice(
        id: "99999999-0000-4000-8000-00000000000d", tenantID: SeedData.tenantID, ownerID: SeedData.adaID,
        displayName: "Ada's phone", joinType: .register, operatingSystem: "iOS", operatingSystemVersion: "17.2",
        certificate: [], transportKey: [], registeredAt: 1)

    /// Records in the browser's session the evidence that a device's key would have proved.
    private func prove(_ fixture: ProviderFixture) async throws {
        let field = fixture.browser.cookies.field(for: fixture.provider.base, now: fixture.clock.now) ?? ""
        let cookie = field.split(separator: ";").map { $0.filter { $0 != " " } }.first {
            $0.hasPrefix("__Host-ESTSAUTH=")
        }
        let value = cookie?.split(separator: "=", maxSplits: 1).last.map(String.init) ?? ""
        try await fixture.provider.store.transaction { transaction in
            guard var session = try transaction.session(idHash: Digest.sha256(Array(value.utf8))) else { return }
            session.accounts[0].evidence.deviceID = Self.phone.id
            session.accounts[0].evidence.isBrokered = true
            try transaction.put(session)
        }
    }

    private func parameters(_ address: String?) throws -> FormParameters {
        try FormParameters(parsing: String(address?.split(separator: "?", maxSplits: 1).last ?? ""))
    }

    @Test("R17-part: a plain browser gets a page, the client the matching error, and no code")
    func plainBrowser() async throws {
        var fixture = try await ProviderFixture()
        try await fixture.provider.admin.require("compliantDevice")
        let visit = try await fixture.signIn()
        #expect(visit.pages == ["sign-in", "access-refused"])
        #expect(try ProviderFixture.reply(visit)["error_description"]?.hasPrefix("AADSTS50097") == true)
        #expect(!visit.hasCode)
    }

    @Test(
        "R121-part: a broker is led from registration to enrolment to compliance, and the same request then gives a code"
    )
    func ladder() async throws {
        var fixture = try await ProviderFixture()
        fixture.browser = FormBrowser(transport: WebView(provider: fixture.provider), clock: fixture.clock)
        try await fixture.provider.admin.require("compliantDevice")
        try await fixture.provider.admin.apply(
            ["trust": ["devices": ["compliance": ["minimumVersions": ["iOS": "17.4"]]]]])
        let first = try await fixture.signIn()
        #expect(first.redirect?.hasPrefix("msauth://wpj?") == true)
        let wanted = try parameters(first.redirect)
        #expect(wanted["username"] == "ada@contoso.test")
        #expect(wanted["client_info"].flatMap(ClientInfo.init(rawValue:))?.uid == SeedData.adaID)

        try await fixture.provider.store.transaction { try $0.put(Self.phone) }
        try await prove(fixture)
        let second = try await fixture.signIn()
        #expect(second.redirect?.hasPrefix("msauth://enroll?") == true)
        let page = try #require(HTTPURL(try parameters(second.redirect)["intuneRedirectUrl"] ?? ""))
        let enrolled = try await ProviderFixture.ada.visit(page, with: &fixture.browser)
        #expect(enrolled.pages == ["enroll"])
        #expect(enrolled.redirect == "msauth://in_app_enrollment_complete?status=success")

        let third = try await fixture.signIn()
        #expect(third.redirect?.hasPrefix("msauth://compliance?") == true)
        let check = try #require(HTTPURL(try parameters(third.redirect)["intuneRedirectUrl"] ?? ""))
        guard case .page(let address, let document, _) = try await fixture.browser.open(check) else {
            Issue.record("No page was shown.")
            return
        }
        #expect(document.textByID["shortcomings"]?.contains("17.4") == true)
        let form = try #require(document.forms.first)
        guard case .page = try await fixture.browser.send(form, form.submission(), from: address) else {
            Issue.record("The page ended although nothing had changed.")
            return
        }
        try await fixture.provider.store.transaction { transaction in
            guard var device = try transaction.device(id: Self.phone.id) else { return }
            device.operatingSystemVersion = "17.10"
            try transaction.put(device)
        }
        guard case .left(let end) = try await fixture.browser.send(form, form.submission(), from: address) else {
            Issue.record("The page did not end.")
            return
        }
        #expect(end == "msauth://in_app_enrollment_complete?status=success")
        let last = try await fixture.signIn()
        #expect(last.hasCode)
        let tokens = try await fixture.redeem(try ProviderFixture.reply(last)["code"] ?? "")
        #expect(tokens.status == 200)
        // The device is looked up again at each decision.
        try await fixture.provider.store.transaction { transaction in
            guard var device = try transaction.device(id: Self.phone.id) else { return }
            device.isCompliant = false
            try transaction.put(device)
        }
        let token = tokens.json["refresh_token"]?.stringValue ?? ""
        #expect(try await fixture.refresh(token).number == 53000)
        try await fixture.provider.store.transaction { transaction in
            guard var device = try transaction.device(id: Self.phone.id) else { return }
            device.isEnabled = false
            try transaction.put(device)
        }
        #expect(try await fixture.refresh(token).number == 135_011)
    }

    @Test(
        "What an administrator says about compliance lasts where it is decided by hand, else until the device is checked",
        arguments: [true, false])
    func administratorsWord(isByHand: Bool) async throws {
        var fixture = try await ProviderFixture()
        fixture.browser = FormBrowser(transport: WebView(provider: fixture.provider), clock: fixture.clock)
        try await fixture.provider.admin.require("compliantDevice")
        try await fixture.provider.admin.apply(["trust": ["devices": ["compliance": ["isByHand": .bool(isByHand)]]]])
        _ = try await fixture.signIn()
        try await fixture.provider.store.transaction { transaction in
            var phone = Self.phone
            phone.isManaged = true
            phone.isCompliant = false
            try transaction.put(phone)
        }
        try await prove(fixture)
        let refused = try await fixture.signIn()
        let check = try #require(HTTPURL(try parameters(refused.redirect)["intuneRedirectUrl"] ?? ""))
        guard case .page(let address, let document, _) = try await fixture.browser.open(check),
            let form = document.forms.first
        else {
            Issue.record("No page was shown.")
            return
        }
        let end = try await fixture.browser.send(form, form.submission(), from: address)
        let device = try await fixture.provider.store.transaction { try $0.device(id: Self.phone.id) }
        if case .page = end {
            #expect(isByHand && device?.isCompliant == false)
            #expect(document.textByID["shortcomings"]?.contains("administrator") == true)
        } else {
            #expect(!isByHand && device?.isCompliant == true)
        }
        // A device that must stay out is disabled: no page of the user's changes that.
        try await fixture.provider.store.transaction { transaction in
            guard var device = try transaction.device(id: Self.phone.id) else { return }
            device.isEnabled = false
            try transaction.put(device)
        }
        let disabled = try await fixture.provider.send(.get(check))
        #expect(disabled.status >= 400)
        #expect(try await fixture.provider.store.transaction { try $0.device(id: Self.phone.id)?.isEnabled } == false)
    }

    @Test("A ticket is sealed and valid for ten minutes")
    func tickets() async throws {
        var fixture = try await ProviderFixture()
        fixture.browser = FormBrowser(transport: WebView(provider: fixture.provider), clock: fixture.clock)
        _ = try await fixture.signIn()
        try await fixture.provider.store.transaction { try $0.put(Self.phone) }
        try await prove(fixture)
        try await fixture.provider.admin.require("compliantDevice")
        let visit = try await fixture.signIn()
        let address = try parameters(visit.redirect)["intuneRedirectUrl"] ?? ""
        let ticket = try parameters(address)["ticket"] ?? ""
        let forged = ticket.hasPrefix("A") ? "B" + ticket.dropFirst() : "A" + ticket.dropFirst()
        for (text, status) in [(ticket, 200), (forged, 400), (String(ticket.dropLast(2)), 400), ("", 400)] {
            let answer = try await fixture.provider.send(
                .get(try fixture.url("/common/intune/enroll", [("ticket", text)])))
            #expect(answer.status == status)
        }
        fixture.clock.advance(seconds: 601)
        let late = try await fixture.provider.send(.get(try fixture.url("/common/intune/enroll", [("ticket", ticket)])))
        #expect(late.status == 400)
    }
}

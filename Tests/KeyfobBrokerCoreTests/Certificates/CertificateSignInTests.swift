#if Server
import Foundation
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobCrypto
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobBrokerCore

/// Users with a certificate and no password: the broker presents the certificate, and every app gets its token.
@Suite("Sign-in by certificate through the broker")
struct CertificateSignInTests {
    @Test(arguments: [RegistrationMoment.atSignIn, .whenRequired])
    func `a certificate signs its owner in, and serves the next vendor's app without another choice`(
        _ moment: RegistrationMoment
    ) async throws {
        let scene = try await CertificateScene { $0.registration = moment }
        let broker = try scene.broker([Contoso.ada: scene.adas])
        let reply = try await BrokeredApp.a.ask(broker, .login)
        #expect(try await scene.fixture.apiAccepts(reply.tokens?.accessToken), "\(String(describing: reply.failure))")
        #expect(try await scene.count("certificate_accepted") == 1)
        #expect(try await scene.fixture.passwords() == 0)
        // The broker's own page, the app's consent: the choice is made once.
        #expect(scene.fixture.screen.visits.last?.pages.filter { $0 == "sign-in" }.count == 1)
        let account = reply.tokens?.homeAccountID
        guard moment == .atSignIn else { return }
        #expect(try await scene.count("primary_token_issued") == 1)
        // Notes has no second redirect URI, and needs none: the broker has the user's account by now.
        let vendor = try await BrokeredApp.notes.ask(broker, .login) { $0.user.homeAccountID = account }
        #expect(try await scene.fixture.apiAccepts(vendor.tokens?.accessToken))
        _ = try await BrokeredApp.b.ask(broker, .login) { $0.user.homeAccountID = account }
        let silent = try await BrokeredApp.b.ask(scene.broker([:]), .refresh) { $0.user.homeAccountID = account }
        #expect(try await scene.fixture.apiAccepts(silent.tokens?.accessToken))
        #expect(try await scene.count("certificate_accepted") == 1)
    }

    @Test func `without the second redirect URI the error names the missing one, and nothing is presented`()
        async throws
    {
        let scene = try await CertificateScene(registers: [])
        let reply = try await BrokeredApp.a.ask(scene.broker([Contoso.ada: scene.adas]), .login)
        #expect(reply.tokens == nil)
        #expect(reply.failure?.text?.hasPrefix("AADSTS50011: ") == true)
        #expect(reply.failure?.text?.contains("msauth://code/msauth.test.contoso.a%3A%2F%2Fauth") == true)
        #expect(try await scene.count("certificate_accepted") == 0)
        #expect(scene.presented.isEmpty)
    }

    @Test func `the certificate goes to the provider's address for certificates, and to no other`() async throws {
        let scene = try await CertificateScene()
        let broker = try scene.broker([Contoso.ada: scene.adas])
        _ = try await BrokeredApp.a.ask(broker, .login)
        #expect(scene.presented.map { $0.split(separator: "?").first ?? "" } == ["localhost:8444/common/certauth"])
    }

    @Test func `of several certificates the one named like the user is chosen, otherwise the user chooses`()
        async throws
    {
        let scene = try await CertificateScene()
        let grace = try scene.authority.issue(
            commonName: "Grace", principalName: Contoso.grace, now: scene.fixture.clock.now
        ).der
        let named = try await BrokeredApp.a.ask(
            scene.broker(["aaa": grace, Contoso.ada: scene.adas]), .login)
        #expect(try await scene.fixture.apiAccepts(named.tokens?.accessToken))
        #expect(scene.fixture.screen.visits.last?.pages.contains("broker-certificates") == false)

        let other = try await CertificateScene()
        let chosen = try await BrokeredApp.a.ask(
            other.broker(["card of \(Contoso.ada)": other.adas, "card of \(Contoso.grace)": [1]]), .login)
        #expect(try await other.fixture.apiAccepts(chosen.tokens?.accessToken))
        #expect(other.fixture.screen.visits.last?.pages.contains("broker-certificates") == true)

        let leaving = try await CertificateScene()
        let reply = try await BrokeredApp.a.ask(leaving.broker(["card 1": leaving.adas, "card 2": [1]]), .login)
        #expect(reply.failure?.code == -50005, "a user without a matching certificate cancels")
        #expect(leaving.presented.isEmpty)
    }

    @Test func `a policy that requires a device is satisfied after the certificate`() async throws {
        for moment in [RegistrationMoment.atSignIn, .whenRequired] {
            let scene = try await CertificateScene { $0.registration = moment }
            try await scene.fixture.provider.admin.require("compliantDevice")
            let reply = try await BrokeredApp.a.ask(scene.broker([Contoso.ada: scene.adas]), .login)
            #expect(
                try await scene.fixture.apiAccepts(reply.tokens?.accessToken), "\(String(describing: reply.failure))")
            let device = try #require(try await scene.fixture.provider.admin.devices().first)
            #expect(device["isManaged"]?.boolValue == true && device["isCompliant"]?.boolValue == true)
        }
    }

    @Test func `an app that claims that the user has chosen the certificate gets a page, and none is presented`()
        async throws
    {
        let scene = try await CertificateScene { $0.registration = .whenRequired }
        // The link to the certificates is not pressed.
        scene.fixture.screen.person.usesCertificate = false
        let reply = try await BrokeredApp.a.ask(scene.broker([Contoso.ada: scene.adas])) {
            $0.asking.extraParameters = ["broker_is_performing_cba": "true"]
            $0.user = BrokerUser(loginHint: Contoso.ada)
        }
        #expect(reply.tokens == nil)
        #expect(scene.fixture.screen.visits.flatMap(\.pages).contains("sign-in"))
        #expect(scene.presented.isEmpty)
    }

    @Test func `where the authority is an alias of the cloud, the certificate still goes to the page's host`()
        async throws
    {
        let wanted = try #require(
            HTTPURL("https://login.microsoftonline.com/common/oauth2/authorize?login_hint=ada%40contoso.test"))
        let presentation = CertificatePresentation(
            RecordingTransport(try await InMemoryProvider(clock: MovableClock())),
            authority: CertificateWanted(wanted).provider)
        let place = try #require(HTTPURL("https://certauth.login.microsoftonline.com/common/certauth"))
        #expect(presentation.transport(for: place) != nil)
        let stranger = try #require(HTTPURL("https://certauth.login.windows.example/common/certauth"))
        #expect(presentation.transport(for: stranger) == nil)
    }

    @Test func `without any certificate the app gets an error that names what is missing`() async throws {
        let scene = try await CertificateScene()
        let reply = try await BrokeredApp.a.ask(scene.fixture.broker(), .login)
        #expect(reply.tokens == nil)
        #expect(reply.failure?.text?.contains("certificate") == true, "\(String(describing: reply.failure))")
    }

    @Test func `a broker without a certificate opens the system's browser, and takes the code from there`()
        async throws
    {
        let scene = try await CertificateScene()
        var holder = scene.fixture.provider
        holder.certificate = scene.adas
        let browser = ScriptedUserAgent(
            person: scene.fixture.screen.person, transport: holder, clock: scene.fixture.clock)
        let reply = try await BrokeredApp.a.ask(scene.fixture.broker(browser: browser), .login)
        #expect(try await scene.fixture.apiAccepts(reply.tokens?.accessToken), "\(String(describing: reply.failure))")
        #expect(browser.visits.map(\.pages) == [["consent"]], "the choice is made once")
        #expect(try await scene.count("certificate_accepted") == 1)
    }
}
#endif

import KeyfobBrokerClient
import KeyfobClient
import KeyfobCore
import KeyfobSetup
import KeyfobTesting
import Testing

@Suite struct BrokerRouteTests {
    private func inputs(_ change: (inout BrokerInputs) -> Void = { _ in }) -> BrokerInputs {
        var inputs = BrokerInputs(
            use: .automatic, facts: BrokerWorld.facts(), redirectURI: "msauth.test.contoso.a://auth",
            authority: Contoso.authority())
        inputs.presence = .installed(scheme: "msauthv2")
        inputs.hasExtension = false
        change(&inputs)
        return inputs
    }

    @Test func `the order is the extension, the URL, the app itself`() {
        #expect(BrokerRoute(inputs { $0.hasExtension = true }).steps == [.singleSignOn, .url, .local])
        #expect(BrokerRoute(inputs()).steps == [.url, .local])
        #expect(
            BrokerRoute(
                inputs {
                    $0.hasExtension = true; $0.mayInteract = false
                }
            ).steps == [.singleSignOn, .local])
        #expect(BrokerRoute(inputs { $0.mayInteract = false }).steps == [.local])
    }

    @Test func `each reason to use no broker is reported`() throws {
        func reasons(_ change: (inout BrokerInputs) -> Void) -> [BrokerRoute.Reason] {
            let route = BrokerRoute(inputs(change))
            #expect(route.steps == [.local] && !route.asksBroker)
            return route.reasons
        }
        #expect(reasons { $0.use = .never } == [.switchedOff])
        #expect(reasons { $0.facts = nil } == [.noAccess])
        #expect(reasons { $0.redirectURI = "http://localhost" } == [.redirectNotForBroker])
        #expect(reasons { $0.redirectURI = "msauth.test.contoso.b://auth" } == [.redirectNotForBroker])
        #expect(reasons { $0.presence = .notInstalled } == [.noExtension, .notInstalled])
        #expect(reasons { $0.presence = .tooOld(lacking: "msauthv3") } == [.noExtension, .tooOld])
        #expect(reasons { $0.facts = BrokerWorld.facts(isAppExtension: true) } == [.noExtension, .appExtension])
        let mac = BundleFacts(platform: .macOS, bundleID: "test.contoso.a")
        #expect(reasons { $0.facts = mac } == [.noExtension, .platform])
        for reason in BrokerRoute.Reason.allCases {
            #expect(BrokerRoute.Reason.allCases.count { $0.sentence == reason.sentence } == 1)
        }
    }

    @Test func `on macOS the extension is used, and no URL`() {
        let mac = BundleFacts(platform: .macOS, bundleID: "test.contoso.a")
        #expect(
            BrokerRoute(
                inputs {
                    $0.facts = mac; $0.hasExtension = true
                }
            ).steps == [.singleSignOn, .local])
    }

    @Test(arguments: [
        "https://contoso.b2clogin.com/tfp/contoso.onmicrosoft.com/b2c_1_signin", "https://contoso.ciamlogin.com",
        "https://fs.contoso.test/adfs",
    ])
    func `R42-part: accounts of other kinds go to a broker that declares support for them`(text: String) throws {
        let authority = try Authority(text)
        #expect(BrokerRoute(inputs { $0.authority = authority }).reasons == [.authorityNotBrokered])
        let route = BrokerRoute(
            inputs {
                $0.authority = authority
                $0.otherAccountKinds = [authority.kind.rawValue]
            })
        #expect(route.steps == [.url, .local])
    }

    @Test func `accounts of other providers never do`() throws {
        let authority = try Authority.openID(issuer: "https://login.example/realms/a")
        let route = BrokerRoute(
            inputs {
                $0.authority = authority
                $0.otherAccountKinds = ["openID", "b2c"]
            })
        #expect(route.reasons == [.authorityNotBrokered])
    }

    @Test func `an explanation names the route of a call, and opens nothing`() async throws {
        let device = try await BrokerWorld()
        let app = try device.app()
        let route = try await app.client.explainInteractive(BrokerWorld.parameters)
        #expect(route.steps == [.url, .local] && route.reasons == [.noExtension, .installed])
        #expect(app.device.opened.isEmpty && device.broker.messageCount == 0)
        let account = try await app.signIn().account
        let explanation = try app.client.explainSilent(SilentParameters(scopes: Contoso.read, account: account))
        #expect(explanation.decision.step == .serveStored)
        #expect(explanation.broker?.reasons == [.extensionUnknown, .silent])
    }
}

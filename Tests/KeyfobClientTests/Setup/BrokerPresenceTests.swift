import KeyfobBrokerClient
import KeyfobSetup
import Testing

@Suite("Presence of a broker")
struct BrokerPresenceTests {
    /// iOS from an app's point of view: queries for undeclared schemes return false, and every query is recorded.
    private final class System {
        let facts: BundleFacts
        let installed: Set<String>
        var asked: [String] = []

        init(declaring schemes: [String], installed: Set<String>) {
            facts = BundleFacts(platform: .iOS, bundleID: "test.contoso.a", queriedSchemes: schemes)
            self.installed = installed
        }

        func canOpen(_ url: String) -> Bool {
            asked.append(url)
            let scheme = String(url.prefix { $0 != ":" })
            return facts.mayQuery(scheme: scheme) && installed.contains(scheme)
        }

        func detect(_ dialect: SetupSubject.Dialect = .adal) -> BrokerPresence {
            BrokerPresence.detect(facts, dialect: dialect) { canOpen($0) }
        }
    }

    @Test("R73: an app that does not declare the broker's scheme gets that error, and not that no broker is installed")
    func notDeclared() {
        let broker: Set = ["msauth", "msauthv2", "msauthv3"]
        for installed in [broker, []] {
            let system = System(declaring: ["other"], installed: installed)
            #expect(system.detect() == .notDeclared(scheme: "msauth"))
            // iOS would have returned false, which means nothing; so there is no query.
            #expect(system.asked.isEmpty)
        }
        #expect(System(declaring: ["msauth"], installed: broker).detect() == .notDeclared(scheme: "msauthv3"))
        #expect(System(declaring: ["msauth", "msauthv3"], installed: []).detect() == .notInstalled)
        #expect(
            System(declaring: ["msauth", "msauthv3"], installed: broker).detect() == .installed(scheme: "msauth"))
    }

    @Test("R72-part: the broker is found by asking whether its scheme can be opened, the newest first")
    func asks() {
        let old = System(declaring: ["msauthv2", "msauthv3"], installed: ["msauthv2"])
        #expect(old.detect(.msal) == .tooOld(lacking: "msauthv3"))
        #expect(old.asked == ["msauthv3://broker", "msauthv2://broker"])
        let new = System(declaring: ["msauth", "msauthv3"], installed: ["msauth", "msauthv3"])
        #expect(new.detect() == .installed(scheme: "msauth"))
        #expect(new.asked == ["msauthv3://broker", "msauth://broker"])
    }
}

import KeyfobCore
import KeyfobSetup
import Testing

@Suite("An app and its registration")
struct RegistrationRulesTests {
    private func subject(_ facts: BundleFacts, _ registration: String) throws -> SetupSubject {
        var subject = SetupSubject(facts: facts)
        subject.registration = try SetupVectors.registration(registration)
        return subject
    }

    /// The guide's app with ADAL, and its registration.
    private func adalApp(_ registration: String = "portal-manifest.json") throws -> SetupSubject {
        var subject = try subject(SetupVectors.adal(), registration)
        subject.dialect = .adal
        subject.redirectURI = "x-msauth-mytestiosapp://com.myapp.mytestapp"
        subject.keychainGroup = "com.myapp.mycache"
        return subject
    }

    @Test("every form of export is read")
    func exports() throws {
        let graph = try SetupVectors.registration("graph-application.json")
        #expect(graph.clientID == "aaaaaaaa-0000-4000-8000-0000000000aa" && graph.displayName == "Contoso Notes")
        #expect(graph.redirectURIs[.publicClient]?.count == 2 && graph.audience == "AzureADMultipleOrgs")
        #expect(graph.platforms(of: "https://notes.contoso.test/spa") == [.spa])
        let manifest = try SetupVectors.registration("portal-manifest.json")
        #expect(manifest.redirectURIs[.publicClient]?.first == "x-msauth-mytestiosapp://com.myapp.mytestapp")
        #expect(manifest.platforms(of: "https://myapp.test/callback") == [.web])
        #expect(manifest.platforms(of: "https://myapp.test/spa") == [.spa])
        #expect(manifest.displayName == "My Test App" && manifest.audience == "AzureADMyOrg")
        let old = try SetupVectors.registration("az-2.0-app.json")
        #expect(old.redirectURIs[.publicClient] == ["x-msauth-mytestiosapp://com.myapp.mytestapp"])
        #expect(old.audience == "AzureADMultipleOrgs")
        let both = try "[\(SetupVectors.text("az-2.0-app.json")),\(SetupVectors.text("graph-application.json"))]"
        for list in [both, "{\"value\":\(both)}", "\u{FEFF}" + both] {
            let read = try RegisteredApplication(export: Array(list.utf8), clientID: graph.clientID.uppercased())
            #expect(read == graph)
        }
        for bad in ["", "[]", "{}", "{\"appId\":1}", "{\"value\":[{}]}", both] {
            let error = #expect(throws: AuthError.self) { try RegisteredApplication(export: Array(bad.utf8)) }
            #expect(error?.code == .configuration && error?.remedy != nil)
            #expect(error?.message.hasSuffix(".") == true)
        }
    }

    @Test("a consistent setup has nothing to report")
    func agreeing() throws {
        var msal = try subject(SetupVectors.msal(), "graph-application.json")
        msal.clientID = "AAAAAAAA-0000-4000-8000-0000000000AA"
        #expect(SetupRules.findings(for: msal).isEmpty)
        var adal = try adalApp()
        adal.facts.urlTypes.append(BundleFacts.URLType(schemes: ["msauth"]))
        // The scheme is the guide's own, which many apps have copied.
        #expect(SetupRules.findings(for: adal).codes == [.schemeNotDistinctive])
    }

    @Test("R69: a redirect URI that only the app or only the registration knows gives an error that names the other")
    func oneSide() throws {
        var app = try subject(SetupVectors.msal(), "graph-application.json")
        app.redirectURI = "contoso-notes://test.contoso.notes"
        let onlyApp = SetupRules.findings(for: app).errors
        #expect(onlyApp.codes == [.redirectNotRegistered])
        #expect(onlyApp.first?.message.contains("contoso-notes://test.contoso.notes") == true)
        #expect(onlyApp.first?.message.contains("registration does not have it") == true)
        let snippet = try #require(onlyApp.first?.snippets.first)
        #expect(snippet.place == .registration)
        // The update replaces the list, so the snippet contains the others too.
        #expect(snippet.text.contains("'msauth.test.contoso.notes://auth'"))
        #expect(snippet.text.contains("'contoso-notes://test.contoso.notes'"))

        var registered = try subject(SetupVectors.msal(), "graph-application.json")
        registered.redirectURI = "msauth.test.contoso.notes://auth"
        registered.facts.urlTypes = []
        let onlyRegistration = SetupRules.findings(for: registered).errors
        #expect(onlyRegistration.codes == [.schemeNotDeclared])
        #expect(onlyRegistration.first?.message.contains("no CFBundleURLSchemes of the app") == true)
        registered.redirectURI = "contoso-notes://test.contoso.notes"
        registered.facts.urlTypes = [BundleFacts.URLType(schemes: ["contoso-notes"])]
        #expect(SetupRules.findings(for: registered).codes.contains(.redirectOnlyRegistered))
    }

    @Test("a redirect URI on the wrong platform, in another letter case or of another client is distinguished")
    func otherFaults() throws {
        var app = try subject(SetupVectors.msal(), "graph-application.json")
        app.usesBroker = false
        for (uri, number) in [
            ("https://notes.contoso.test/signin-oidc", "AADSTS7000218"),
            ("https://notes.contoso.test/spa", "AADSTS9002327"),
        ] {
            app.redirectURI = uri
            let found = SetupRules.findings(for: app)
            #expect(found.codes == [.redirectOnWrongPlatform])
            #expect(found.first?.meaning.contains(number) == true)
        }
        app.redirectURI = "msauth.test.contoso.notes://AUTH"
        #expect(SetupRules.findings(for: app).first?.message.contains("letter case matters") == true)
        app.clientID = "aaaaaaaa-0000-4000-8000-0000000000ff"
        #expect(SetupRules.findings(for: app).codes == [.registrationOfAnotherClient])
    }

    @Test("a registration for one tenant does not serve an authority for many")
    func audience() throws {
        var app = try adalApp()
        func codes(_ authority: String) throws -> [SetupFinding.Code] {
            app.authority = try Authority("https://login.microsoftonline.com/\(authority)")
            return SetupRules.findings(for: app).errors.codes
        }
        #expect(try codes("common") == [.audienceTooNarrow])
        #expect(try codes("organizations") == [.audienceTooNarrow])
        #expect(try codes("consumers") == [.audienceTooNarrow])
        #expect(try codes("contoso.test").isEmpty)
    }

    @Test("R70-part: the second redirect URI wraps the first byte for byte, and its absence is reported on either side")
    func certificates() throws {
        let second = "msauth://code/x-msauth-mytestiosapp%3A%2F%2Fcom.myapp.mytestapp"
        #expect(BrokerRedirect.certificate(for: "x-msauth-mytestiosapp://com.myapp.mytestapp") == second)
        #expect(
            BrokerRedirect.certificate(for: "a-b+c://d_e~f/ä?x=1&y")
                == "msauth://code/a-b%2Bc%3A%2F%2Fd_e~f%2F%C3%A4%3Fx%3D1%26y")
        let app = try adalApp()
        let inApp = SetupRules.findings(for: app).filter { $0.code == .certificateRedirectMissing }
        #expect(inApp.count == 1 && inApp[0].message.contains("scheme msauth") && inApp[0].severity == .warning)
        let inRegistration = try SetupRules.findings(for: adalApp("az-2.0-app.json")).filter {
            $0.code == .certificateRedirectMissing && $0.message.contains("registration")
        }
        #expect(inRegistration.count == 1 && inRegistration[0].snippets[0].text.contains("'\(second)'"))
    }

    @Test("R140: the one in MSAL's form is encoded right, and lint requires both")
    func msalCertificates() throws {
        let first = BrokerRedirect.msal(bundleID: "com.microsoft.mybundleId")
        let second = "msauth://code/msauth.com.microsoft.mybundleId%3A%2F%2Fauth"
        #expect(BrokerRedirect.certificate(for: first) == second)
        func missing(_ uris: [String], platform: BundleFacts.Platform = .iOS) -> [SetupFinding.Code] {
            var subject = SetupSubject(
                facts: BundleFacts(
                    platform: platform, bundleID: "com.microsoft.mybundleId",
                    urlTypes: [BundleFacts.URLType(schemes: ["msauth.com.microsoft.mybundleId"])],
                    queriedSchemes: ["msauthv2", "msauthv3"]))
            subject.registration = RegisteredApplication(clientID: "c", redirectURIs: [.publicClient: uris])
            return SetupRules.findings(for: subject).codes
        }
        #expect(missing([first, second]).isEmpty)
        #expect(missing([first]) == [.certificateRedirectMissing])
        #expect(missing([second]) == [.redirectNotRegistered])
        #expect(missing([]) == [.redirectNotRegistered, .certificateRedirectMissing])
        // Every byte counts: lower-case hex digits are another redirect URI.
        #expect(missing([first, second.replacing("%3A%2F%2F", with: "%3a%2f%2f")]) == [.certificateRedirectMissing])
        #expect(missing([first], platform: .macOS).isEmpty)
    }
}

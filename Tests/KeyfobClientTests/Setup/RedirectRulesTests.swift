import KeyfobClient
import KeyfobCore
import KeyfobSetup
import Testing

@Suite("Redirect URIs and what a bundle declares")
struct RedirectRulesTests {
    private static let clientID = "aaaaaaaa-0000-4000-8000-0000000000aa"

    private func subject(
        _ uri: String?, schemes: [String] = ["msauth.test.contoso.notes"], broker: Bool = true,
        dialect: SetupSubject.Dialect = .msal, authority: String? = nil, platform: BundleFacts.Platform = .iOS
    ) throws -> SetupSubject {
        var subject = SetupSubject(
            facts: BundleFacts(
                platform: platform, bundleID: SetupVectors.notes, urlTypes: [BundleFacts.URLType(schemes: schemes)],
                queriedSchemes: ["msauth", "msauthv2", "msauthv3"]))
        subject.clientID = Self.clientID
        subject.redirectURI = uri
        subject.usesBroker = broker
        subject.dialect = dialect
        subject.authority = try authority.map { try Authority($0) }
        return subject
    }

    private func findings(_ subject: SetupSubject) -> [SetupFinding] { SetupRules.findings(for: subject) }

    @Test("R123: msauth.BUNDLE-ID://auth is accepted for the app's own bundle id, and another's is refused")
    func msalForm() throws {
        #expect(try findings(subject("msauth.test.contoso.notes://auth")).isEmpty)
        let schemes = ["msauth.test.contoso.other", "msauth.Test.contoso.notes"]
        for scheme in schemes {
            let found = try findings(subject("\(scheme)://auth", schemes: schemes)).errors
            #expect(found.codes == [.redirectOfAnotherBundle])
            #expect(found.first?.message.contains(SetupVectors.notes) == true)
            #expect(found.first?.msalInternalCode == -42011)
        }
        #expect(try findings(subject("\(schemes[1])://auth", schemes: schemes))[0].message.contains("letter case"))
    }

    @Test(
        "each redirect URI that no broker serves is refused with its own message",
        arguments: [
            ("", SetupFinding.Code.redirectEmpty), ("msauth.test.contoso.notes://auth#x", .redirectHasFragment),
            ("test.contoso.notes", .redirectWithoutScheme), ("://auth", .redirectWithoutScheme),
            ("urn:ietf:wg:oauth:2.0:oob", .redirectOutOfBand), ("https://contoso.test/auth", .redirectOfTheWeb),
            ("http://localhost", .redirectOfTheWeb), ("msauth.test.contoso.notes://", .redirectWithoutHost),
            ("msauth.test.contoso.notes:auth", .redirectWithoutHost),
            ("msauth.test.contoso.notes://other", .redirectWithoutAuthHost),
            ("msauth://auth", .redirectOfAnotherBundle), ("msauth.test.contoso.other://auth", .redirectOfAnotherBundle),
            ("contoso-notes://auth", .redirectNotForBroker),
            ("msauth.test.contoso.notes://auth/", .redirectNotForBroker),
            ("contoso-notes://test.contoso.notes/path", .redirectNotForBroker),
        ])
    func refused(_ uri: String, _ code: SetupFinding.Code) throws {
        let subject = try subject(uri, schemes: ["msauth.test.contoso.notes", "contoso-notes", "msauth"])
        let found = findings(subject).errors
        #expect(found.codes.first == code)
        #expect(found.first?.msalInternalCode == -42011 && found.first?.adalCode == 501)
        #expect(found.first?.remedy.contains("msauth.test.contoso.notes://auth") == true)
        let error = #expect(throws: AuthError.self) {
            try ClientConfiguration(clientID: Self.clientID, redirectURI: uri, bundle: subject.facts)
        }
        #expect(error?.code == .configuration)
        #expect((error?.cause as? SetupFinding)?.code == code)
    }

    @Test("the messages of all codes differ")
    func distinctMessages() throws {
        let uris = [
            "", "a#b", "a", "urn:ietf:wg:oauth:2.0:oob", "https://a", "a://", "msauth.test.contoso.notes://x",
            "msauth.b://auth", "contoso-notes://b",
        ]
        let messages = try uris.compactMap { try findings(subject($0)).first?.message }
        #expect(Set(messages).count == uris.count)
    }

    @Test("the default is msauth.BUNDLE-ID://auth, else msalCLIENT-ID://auth, whichever scheme is declared; else none")
    func defaults() throws {
        #expect(try RedirectRules(subject(nil)).standard == "msauth.test.contoso.notes://auth")
        let older = try subject(nil, schemes: ["msal\(Self.clientID)"], authority: "https://x.b2clogin.com/tfp/c/p")
        #expect(RedirectRules(older).standard == "msal\(Self.clientID)://auth")
        #expect(findings(older).isEmpty)
        let neither = try findings(subject(nil, schemes: ["contoso-notes"]))
        #expect(neither.codes == [.noDefaultRedirect])
        #expect(neither.first?.msalInternalCode == -42001)
        var named = try subject(nil, schemes: ["contoso-notes"])
        named.clientID = nil
        #expect(findings(named).first?.message.hasSuffix(" has no scheme msauth.test.contoso.notes.") == true)
        named.clientID = "c"
        #expect(
            findings(named).first?.message.hasSuffix(" has neither the scheme msauth.test.contoso.notes nor msalc.")
                == true)
        #expect(neither.first?.snippets.first?.text.contains("<string>msauth.test.contoso.notes</string>") == true)
        // On macOS nothing has to be declared, because the web view returns the response itself.
        let mac = try subject(nil, schemes: [], platform: .macOS)
        #expect(RedirectRules(mac).standard == "msauth.test.contoso.notes://auth")
        #expect(findings(mac).isEmpty)
        #expect(try findings(subject("nothing", platform: .macOS)).codes == [.redirectWithoutScheme])
    }

    @Test("R125: a missing msauth scheme is a configuration error that shows what to paste")
    func missingScheme() throws {
        let facts = try subject(nil, schemes: []).facts
        for uri in ["msauth.test.contoso.notes://auth", nil] {
            let error = #expect(throws: AuthError.self) {
                try ClientConfiguration(clientID: Self.clientID, redirectURI: uri, bundle: facts)
            }
            #expect(error?.code == .configuration)
            let finding = try #require(error?.cause as? SetupFinding)
            #expect(finding.code == (uri == nil ? .noDefaultRedirect : .schemeNotDeclared))
            #expect(finding.msalInternalCode == -42001)
            let snippet = try #require(finding.snippets.first)
            #expect(snippet.place == .infoPlist)
            // Pasting the snippet fixes it.
            let plist = "<plist><dict><key>CFBundleIdentifier</key><string>\(SetupVectors.notes)</string>"
            let mended = try BundleFacts(infoPlist: Array("\(plist)\(snippet.text)</dict></plist>".utf8))
            #expect(mended.declares(scheme: "msauth.test.contoso.notes"))
        }
        var whole = facts
        whole.urlTypes = [BundleFacts.URLType(schemes: ["MSAUTH.test.contoso.notes"])]
        let configuration = try ClientConfiguration(clientID: Self.clientID, bundle: whole)
        #expect(configuration.redirectURI.value == "msauth.test.contoso.notes://auth")
        #expect(configuration.appIdentifier == SetupVectors.notes)
        #expect(configuration.setupWarnings.isEmpty)
    }

    @Test("R126: a missing scheme that MSAL queries is reported by its name", arguments: ["msauthv2", "msauthv3"])
    func queriedSchemes(_ scheme: String) throws {
        var subject = try subject("msauth.test.contoso.notes://auth")
        subject.facts.queriedSchemes = ["contoso-files", "msauthv2", "msauthv3"].filter { $0 != scheme }
        let found = findings(subject)
        #expect(found.codes == [.queriedSchemeMissing])
        #expect(found.first?.message.contains(scheme) == true && found.first?.msalInternalCode == -42001)
        let snippet = try #require(found.first?.snippets.first?.text)
        for present in ["contoso-files", "msauthv2", "msauthv3"] { #expect(snippet.contains("<string>\(present)<")) }
        #expect(throws: AuthError.self) {
            try ClientConfiguration(clientID: Self.clientID, bundle: subject.facts)
        }
        subject.usesBroker = false
        #expect(findings(subject).isEmpty)
    }

    @Test(
        "tenants without work accounts may have any redirect URI of the app, and so may an app without a broker")
    func otherForms() throws {
        let uri = "contoso-notes://auth"
        let schemes = ["contoso-notes"]
        let work = ["https://login.microsoftonline.com/common", "https://login.microsoftonline.com/contoso.test"]
        for authority in work {
            #expect(
                try findings(subject(uri, schemes: schemes, authority: authority)).codes == [.redirectNotForBroker])
        }
        let others = [
            "https://login.microsoftonline.com/consumers", "https://contoso.b2clogin.com/tfp/contoso/policy",
            "https://contoso.ciamlogin.com/contoso.onmicrosoft.com",
        ]
        for authority in others {
            #expect(try findings(subject(uri, schemes: schemes, authority: authority)).isEmpty)
            #expect(try findings(subject(uri, schemes: [], authority: authority)).codes == [.schemeNotDeclared])
        }
        #expect(try findings(subject(uri, schemes: schemes, broker: false)).isEmpty)
        #expect(try findings(subject("https://contoso.test/auth", schemes: [], broker: false)).isEmpty)
    }

    @Test("R28-part: with ADAL's rules any redirect URI is accepted until the broker is used")
    func withoutBroker() throws {
        for uri in ["https://contoso.test/auth", "urn:ietf:wg:oauth:2.0:oob", "contoso-notes://anything"] {
            #expect(try findings(subject(uri, schemes: [], broker: false, dialect: .adal)).errors.isEmpty)
            let asked = try findings(subject(uri, schemes: ["contoso-notes"], dialect: .adal)).errors
            #expect(!asked.isEmpty && asked.allSatisfy { $0.adalCode == 501 })
        }
    }

    @Test(
        "R68: ADAL's redirect URI is SCHEME://BUNDLE-ID; a bad host, a bad scheme or none is refused",
        arguments: [
            ("x-contoso://test.contoso.notes", nil), ("X-Contoso://test.contoso.notes", nil),
            ("x-contoso://test.contoso.other", SetupFinding.Code.redirectNotForBroker),
            ("x-contoso://", .redirectWithoutHost), ("x-other://test.contoso.notes", .schemeNotDeclared),
            ("://test.contoso.notes", .redirectWithoutScheme), ("test.contoso.notes", .redirectWithoutScheme),
            ("1x://test.contoso.notes", .redirectWithoutScheme), ("https://test.contoso.notes", .redirectOfTheWeb),
            ("msauth.test.contoso.notes://auth", .redirectNotForBroker),
        ])
    func adalForm(_ uri: String, _ code: SetupFinding.Code?) throws {
        let schemes = ["x-contoso", "msauth.test.contoso.notes", "msauth"]
        let found = try findings(subject(uri, schemes: schemes, dialect: .adal)).errors
        #expect(found.codes == (code.map { [$0] } ?? []))
    }

    @Test("R65-part: a scheme that others are likely to use gets a warning that advises a distinctive one")
    func commonScheme() throws {
        let uri = "myapp://test.contoso.notes"
        let found = try findings(subject(uri, schemes: ["myapp"]))
        #expect(found.codes == [.schemeNotDistinctive] && found.errors.isEmpty)
        #expect(found.first?.remedy.contains("msauth.test.contoso.notes") == true)
        #expect(
            try findings(subject("x-msauth-contoso://test.contoso.notes", schemes: ["x-msauth-contoso"])).isEmpty)
    }

    @Test("an app with scenes learns where the response arrives; an extension needs no scheme")
    func scenesAndExtensions() throws {
        var app = try subject(nil)
        app.facts.usesScenes = true
        #expect(findings(app).codes == [.sceneDelegate])
        #expect(try ClientConfiguration(clientID: "c", bundle: app.facts).setupWarnings.codes == [.sceneDelegate])
        var part = try subject(nil, schemes: [])
        part.facts.isAppExtension = true
        #expect(findings(part).errors.isEmpty)
    }

    @Test("R134: an Intune SDK before 11.1.2 is recognised")
    func intune() throws {
        for version in ["11.1.2", "11.1.3", "11.2", "12", "v20.1.0", "11.1.2.1", "100.0.0"] {
            #expect(IntuneRules.isNewEnough(version) == true, "\(version)")
        }
        for version in ["11.1.1", "11.1", "11", "9.99.99", "0.0.1", "11.1.2-beta", "10.1.2"] {
            #expect(IntuneRules.isNewEnough(version) == false, "\(version)")
        }
        for version in ["", "x", "11.x", "1.2.3.4.5", "-1", "99999999999999999999"] {
            #expect(IntuneRules.isNewEnough(version) == nil, "\(version)")
        }
        var subject = try subject(nil)
        subject.intuneVersion = "11.1.1"
        #expect(findings(subject).codes == [.intuneTooOld])
        #expect(findings(subject).first?.message.contains("11.1.2") == true)
        subject.intuneVersion = "abc"
        #expect(findings(subject).codes == [.intuneTooOld])
        #expect(findings(subject).first?.message == "abc is not a version of the Intune App SDK.")
        #expect(findings(subject).first?.meaning.contains("Older") == false)
        subject.intuneVersion = "11.1.2"
        #expect(findings(subject).isEmpty)
    }
}

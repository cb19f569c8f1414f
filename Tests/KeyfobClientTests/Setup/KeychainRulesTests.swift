import KeyfobCache
import KeyfobSetup
import Testing

@Suite("Keychain groups of an app's setup")
struct KeychainRulesTests {
    private func findings(
        _ groups: [String], shared: String? = nil, team: String? = "T1", platform: BundleFacts.Platform = .iOS
    ) -> [SetupFinding] {
        var subject = SetupSubject(
            facts: BundleFacts(
                platform: platform, bundleID: "com.a", urlTypes: [BundleFacts.URLType(schemes: ["msauth.com.a"])],
                queriedSchemes: ["msauthv2", "msauthv3"], teamID: team,
                entitlements: AppEntitlements(keychainAccessGroups: groups)))
        subject.keychainGroup = shared
        return SetupRules.findings(for: subject)
    }

    @Test("R22-part: an app without the shared group learns which entitlement is missing, and what to paste")
    func missing() throws {
        #expect(findings(["T1.com.a", "T1.com.microsoft.adalcache"]).isEmpty)
        #expect(findings(["T1.com.a", "T1.com.microsoft.identity.universalstorage"], platform: .macOS).isEmpty)
        #expect(findings(["T1.com.a", "T1.com.b.cache"], shared: "com.b.cache").isEmpty)
        #expect(findings([]).codes == [.keychainEntitlementMissing])
        for found in [findings(["T1.com.a"], shared: "com.b.cache"), findings([], shared: "com.b.cache")] {
            #expect(found.count == 1 && found[0].message.contains("com.b.cache"))
            #expect(found[0].meaning.contains("-34018"))
            let snippet = try #require(found[0].snippets.first)
            #expect(snippet.place == .entitlements)
            let mended = try AppEntitlements(
                propertyList: Array("<plist><dict>\(snippet.text)</dict></plist>".utf8), prefix: "T1", bundleID: "com.a"
            )
            #expect(mended.keychainAccessGroups == ["T1.com.a", "T1.com.b.cache"])
        }
    }

    @Test("a group without the team's prefix is an error; the app's own group not being the first, a warning")
    func order() {
        let without = findings(["T1.com.a", "com.microsoft.adalcache"])
        #expect(without.codes == [.keychainGroupWithoutPrefix] && without[0].severity == .error)
        let second = findings(["T1.com.microsoft.adalcache", "T1.com.a"])
        #expect(second.codes == [.keychainOwnGroupNotFirst] && second[0].severity == .warning)
        #expect(findings(["com.a", "com.microsoft.adalcache"], team: nil).isEmpty)
    }
}

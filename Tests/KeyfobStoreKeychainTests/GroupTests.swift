import KeyfobCache
import KeyfobCore
import KeyfobStoreKeychain
import KeyfobTesting
import Testing

@Suite("Access groups")
struct GroupTests {
    private static let guide = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
            <key>keychain-access-groups</key>
            <array>
                <string>$(AppIdentifierPrefix)com.myapp.mytestapp</string>
                <string>$(AppIdentifierPrefix)com.myapp.mycache</string>
            </array>
        </dict>
        </plist>
        """

    private func entitlements(
        _ text: String = guide, prefix: String = "T1", bundleID: String = "com.myapp.mytestapp"
    ) throws(AuthError) -> AppEntitlements {
        try AppEntitlements(propertyList: Array(text.utf8), prefix: prefix, bundleID: bundleID)
    }

    @Test("R30: the guide's entitlements give two groups with the team's prefix, the app's own first and the default")
    func guideEntitlements() throws {
        for prefix in ["T1", "T1."] {
            let parsed = try entitlements(prefix: prefix)
            #expect(parsed.keychainAccessGroups == ["T1.com.myapp.mytestapp", "T1.com.myapp.mycache"])
            #expect(parsed.beginsWithOwnGroup(bundleID: "com.myapp.mytestapp"))
            #expect(!parsed.beginsWithOwnGroup(bundleID: "com.myapp.another"))
            let added = try SimulatedKeychain().app(parsed).add(KeychainItem(account: "a", value: Secret([])))
            #expect(added.accessGroup == "T1.com.myapp.mytestapp")
        }
    }

    @Test("an app without keychain groups has its own one and its app groups")
    func otherGroups() throws {
        let text = """
            <plist version="1.0"><dict>
            <key>application-identifier</key><string>$(AppIdentifierPrefix)$(CFBundleIdentifier)</string>
            <key>com.apple.security.application-groups</key><array><string>group.com.myapp</string></array>
            </dict></plist>
            """
        let parsed = try entitlements(text)
        #expect(parsed.accessGroups == ["T1.com.myapp.mytestapp", "group.com.myapp"])
        #expect(parsed.beginsWithOwnGroup(bundleID: "com.myapp.mytestapp"))
    }

    @Test("malformed entitlements are refused with a message")
    func badEntitlements() {
        let bad = [
            "", "[]", Self.guide.replacing("$(AppIdentifierPrefix)com.myapp.mycache", with: "$(MyPrefix)cache"),
            Self.guide.replacing(
                "<string>$(AppIdentifierPrefix)com.myapp.mycache</string>", with: "<integer>1</integer>"),
        ]
        for text in bad {
            let error = #expect(throws: AuthError.self) { try entitlements(text) }
            #expect(error?.code == .configuration)
            #expect(error?.remedy != nil)
        }
    }

    @Test("entitlements in the binary format are read, and a set in place of a list is refused")
    func binaryEntitlements() throws {
        func parse(_ groups: PropertyListValue) throws(AuthError) -> AppEntitlements {
            let list = BinaryPropertyList.encode(.dictionary(["keychain-access-groups": groups]))
            return try AppEntitlements(propertyList: list, prefix: "T1", bundleID: "com.myapp.mytestapp")
        }
        let group = PropertyListValue.string("$(AppIdentifierPrefix)com.myapp.mycache")
        #expect(try parse(.array([group])).keychainAccessGroups == ["T1.com.myapp.mycache"])
        // Foundation's reader crashes on it, on Linux with Swift 6.3.
        #expect(throws: AuthError.self) { try parse(.set([group])) }
    }

    @Test("R31-part: a group is named without the team's prefix, and the items are in the prefixed one")
    func prefixIsAdded() async throws {
        let team = Team()
        let app = team.app("com.myapp.mytestapp", shared: ["com.myapp.mycache"])
        for name in ["com.myapp.mycache", "\(team.prefix).com.myapp.mycache"] {
            let store = try KeychainCredentialStore(keychain: app, group: name)
            #expect(store.accessGroup == "\(team.prefix).com.myapp.mycache")
            try await store.save(Samples.response("1"))
        }
        let groups = Set(try team.keychain.items().filter { $0.account != "SDK.ObjC.teamIDHint" }.map(\.accessGroup))
        #expect(groups == ["\(team.prefix).com.myapp.mycache"])
    }

    @Test(
        "R150: an app that names no group gets MSAL's, on each platform",
        arguments: [
            (KeychainPlatform.iOS, "com.microsoft.adalcache"),
            (KeychainPlatform.macOS, "com.microsoft.identity.universalstorage"),
        ])
    func standardGroups(platform: KeychainPlatform, group: String) async throws {
        let team = Team()
        let app = team.app(shared: [group])
        let store = try KeychainCredentialStore(keychain: app, platform: platform)
        try await store.save(Samples.response("1"))
        #expect(store.accessGroup == "\(team.prefix).\(group)")
        #expect(try team.keychain.items().contains { $0.accessGroup == "\(team.prefix).\(group)" && $0.type == 2001 })
        let other = try KeychainCredentialStore(
            keychain: team.app("com.contoso.b", shared: [group]), platform: platform)
        #expect(try other.homeAccountIDs() == [Samples.home])
    }

    @Test("R130-part: apps of one team share a group, and another team's app has no access to it")
    func teams() async throws {
        let team = Team()
        try await team.store().save(Samples.response("1"))
        #expect(try Samples.lookUp(in: team.store("com.contoso.b"), app: Samples.appB)?.secret == Secret("access 1"))
        let stranger = Team(keychain: team.keychain, prefix: Team().prefix)
        // The same names under another team's prefix are another group.
        #expect(try stranger.store().homeAccountIDs().isEmpty)
        let intruder = KeychainCredentialStore(keychain: stranger.app(), accessGroup: team.group)
        let reading = #expect(throws: AuthError.self) { try intruder.homeAccountIDs() }
        #expect(reading?.code == .configuration)
        #expect((reading?.cause as? KeychainStatus) == .missingEntitlement)
        let writing = await #expect(throws: AuthError.self) { try await intruder.wipe() }
        #expect(writing?.code == .configuration)
        #expect(try Samples.lookUp(in: team.store()) != nil)
    }

    @Test("R149-part: an app that is not signed learns which entitlement it lacks")
    func unsigned() async throws {
        let app = SimulatedKeychain().app(nil)
        let opening = #expect(throws: AuthError.self) { try KeychainCredentialStore(keychain: app) }
        let store = KeychainCredentialStore(keychain: app, accessGroup: "ABCDE12345.com.contoso.shared")
        let reading = #expect(throws: AuthError.self) { try store.homeAccountIDs() }
        let writing = await #expect(throws: AuthError.self) { try await store.save(Samples.response("1")) }
        for error in [opening, reading, writing] {
            #expect(error?.code == .configuration)
            #expect(error?.origin == .store)
            #expect(error?.message.contains("errSecMissingEntitlement (-34018)") == true)
            #expect(error?.remedy?.contains("keychain-access-groups") == true)
        }
        #expect(writing?.remedy?.contains("$(AppIdentifierPrefix)com.contoso.shared") == true)
    }

    @Test("the prefix on macOS comes from the entitlements, else the team, the bundle or the process")
    func prefixOnMac() {
        func prefix(_ groups: [String], _ team: String?, _ bundle: String?) -> String {
            KeychainGroupPrefix.onMac(accessGroups: groups, teamID: team, bundleID: bundle, processName: "tool")
        }
        #expect(prefix(["TEAM1.group.a", "TEAM2.b"], "TEAM3", "com.a") == "TEAM1")
        #expect(prefix(["nodots"], "TEAM3", "com.a") == "TEAM3")
        #expect(prefix([], nil, "com.a") == "com.a")
        #expect(prefix([".odd"], nil, nil) == "tool")
    }

    @Test("a process on macOS has the keychain only if its entitlements grant an access group")
    func grantedOnMac() {
        #expect(KeychainGroupPrefix.isGranted(by: ["com.apple.security.get-task-allow", "keychain-access-groups"]))
        #expect(KeychainGroupPrefix.isGranted(by: ["com.apple.application-identifier"]))
        #expect(KeychainGroupPrefix.isGranted(by: ["com.apple.security.application-groups"]))
        #expect(!KeychainGroupPrefix.isGranted(by: ["com.apple.security.get-task-allow"]))
        #expect(!KeychainGroupPrefix.isGranted(by: [String]()))
    }

    @Test("on a simulator an unsigned process uses its only group, and a signed one the group that it names")
    func simulator() throws {
        let device = SimulatedKeychain()
        let unsigned = device.app(AppEntitlements(keychainAccessGroups: ["FAKETEAMID.com.contoso.tests"]))
        func name(_ keychain: some KeychainServices, _ isSimulator: Bool) throws -> String {
            try KeychainGroupPrefix.fullName(of: "com.contoso.shared", in: keychain, isSimulator: isSimulator)
        }
        #expect(try name(unsigned, true) == "FAKETEAMID.com.contoso.tests")
        #expect(try name(unsigned, false) == "FAKETEAMID.com.contoso.shared")
        let signed = SimulatedKeychain().app(AppEntitlements(keychainAccessGroups: ["TEAM.com.contoso.tests"]))
        #expect(try name(signed, true) == "TEAM.com.contoso.shared")
    }

    @Test("the prefix is queried once, by an item that IdentityCore shares, and a locked one is replaced")
    func probe() throws {
        let team = Team()
        #expect(try KeychainGroupPrefix.discover(in: team.app()) == team.prefix)
        #expect(try KeychainGroupPrefix.discover(in: team.app()) == team.prefix)
        #expect(try team.keychain.items().map(\.account) == ["SDK.ObjC.teamIDHint"])
        try team.app().delete(KeychainQuery(account: "SDK.ObjC.teamIDHint"))
        try team.app().add(
            KeychainItem(
                account: "SDK.ObjC.teamIDHint", service: "", accessibility: .whenUnlocked, value: Secret([])))
        team.keychain.lock()
        #expect(try KeychainGroupPrefix.discover(in: team.app()) == team.prefix)
        #expect(try team.keychain.items().map(\.accessibility) == [.afterFirstUnlockThisDeviceOnly])
    }
}

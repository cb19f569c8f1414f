import Foundation
import KeyfobCore
import KeyfobSetup
import Testing

@Suite("Declarations of a bundle")
struct BundleFactsTests {
    @Test("R66: the URL type of the guide is read with its role, its name and its scheme")
    func urlTypes() throws {
        let facts = try SetupVectors.adal()
        #expect(
            facts.urlTypes == [
                BundleFacts.URLType(
                    role: "Editor", name: "com.myapp.mytestapp", schemes: ["x-msauth-mytestiosapp"])
            ])
        #expect(facts.declares(scheme: "X-MSAUTH-mytestiosapp"))
        #expect(facts.bundleID == "com.myapp.mytestapp")
        #expect(facts.platform == .iOS && !facts.isAppExtension && !facts.usesScenes)
        #expect(facts.queriedSchemes == ["msauth", "msauthv3"])
    }

    @Test("R29: the keychain groups that an app's files declare are read, its team's prefix filled in")
    func keychainGroups() throws {
        #expect(
            try SetupVectors.adal().keychainAccessGroups == ["T1.com.myapp.mytestapp", "T1.com.myapp.mycache"])
        #expect(
            try SetupVectors.msal().keychainAccessGroups == ["T1.test.contoso.notes", "T1.com.microsoft.adalcache"])
        let unknown = try BundleFacts(infoPlist: SetupVectors.bytes("adal-Info.plist"))
        #expect(unknown.keychainAccessGroups == nil)
        let unsigned = try BundleFacts(
            infoPlist: SetupVectors.bytes("adal-Info.plist"), entitlements: SetupVectors.bytes("adal.entitlements"))
        #expect(unsigned.keychainAccessGroups == ["com.myapp.mytestapp", "com.myapp.mycache"])
    }

    @Test("build settings are filled in; without them the bundle id is unknown")
    func buildSettings() throws {
        let facts = try SetupVectors.msal()
        #expect(facts.bundleID == "test.contoso.notes")
        #expect(facts.schemes == ["contoso-notes", "msauth.test.contoso.notes"])
        #expect(facts.teamID == "T1")
        let unknown = try BundleFacts(infoPlist: SetupVectors.bytes("msal-Info.plist"))
        #expect(unknown.bundleID == nil)
        #expect(SetupRules.findings(for: SetupSubject(facts: unknown)).codes.first == .bundleIDUnknown)
    }

    @Test("an app's display name and its version are read, and an unresolved build setting is no name")
    func nameAndVersion() throws {
        func facts(_ body: String, _ settings: [String: String] = [:]) throws -> BundleFacts {
            let text = "<plist><dict><key>CFBundleName</key><string>$(PRODUCT_NAME)</string>\(body)</dict></plist>"
            return try BundleFacts(infoPlist: Array(text.utf8), buildSettings: settings)
        }
        #expect(try facts("").name == nil)
        #expect(try facts("", ["PRODUCT_NAME": "Notes"]).name == "Notes")
        let shown = try facts(
            "<key>CFBundleDisplayName</key><string>My Notes</string>"
                + "<key>CFBundleShortVersionString</key><string>3.1</string>", ["PRODUCT_NAME": "Notes"])
        #expect(shown.name == "My Notes" && shown.version == "3.1")
    }

    @Test("a binary property list, as in a built app, gives the same facts")
    func binary() throws {
        let object = try PropertyListSerialization.propertyList(
            from: Data(SetupVectors.bytes("adal-Info.plist")), format: nil)
        let binary = try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
        var facts = try BundleFacts(infoPlist: Array(binary))
        let written = try SetupVectors.adal()
        facts.entitlements = written.entitlements
        facts.teamID = written.teamID
        #expect(facts == written)
    }

    @Test("a signed app's entitlements contain the team; an extension and a Mac app are recognized")
    func otherKinds() throws {
        func facts(_ body: String, _ entitlements: String? = nil) throws -> BundleFacts {
            func plist(_ body: String) -> [UInt8] { Array("<plist><dict>\(body)</dict></plist>".utf8) }
            return try BundleFacts(
                infoPlist: plist("<key>CFBundleIdentifier</key><string>a.b</string>" + body),
                entitlements: entitlements.map(plist))
        }
        let signed = try facts("", "<key>application-identifier</key><string>TEAM.a.b</string>")
        #expect(signed.teamID == "TEAM")
        #expect(try facts("<key>AppIdentifierPrefix</key><string>TEAM.</string>").teamID == "TEAM")
        #expect(try facts("<key>AppIdentifierPrefix</key><string>$(AppIdentifierPrefix)</string>").teamID == nil)
        #expect(try facts("<key>NSExtension</key><dict/>").isAppExtension)
        #expect(try facts("<key>CFBundlePackageType</key><string>XPC!</string>").isAppExtension)
        #expect(try facts("<key>UIApplicationSceneManifest</key><dict/>").usesScenes)
        let forMac = "<key>CFBundleSupportedPlatforms</key><array><string>MacOSX</string></array>"
        #expect(try facts(forMac).platform == .macOS)
        #expect(try facts("<key>LSMinimumSystemVersion</key><string>11.0</string>").platform == .macOS)
    }

    @Test("all of XML that a property list may use is parsed")
    func xml() throws {
        let text = """
            \u{FEFF}<?xml version='1.0'?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "x">
            <plist version="1.0"><!-- <dict> --><dict >
            <key>CFBundleIdentifier</key><string>a&amp;&#98;<![CDATA[<c>&]]><!-- no -->d&#x65;</string>
            <key>LSRequiresIPhoneOS</key><true></true><key>n</key><integer>-7</integer><key>r</key><real>1.5</real>
            <key>d</key><date>2026-01-01T00:00:00Z</date><key>b</key><data>AAAA</data><key>e</key><array/>
            <key>CFBundleURLTypes</key><array><dict/></array>
            </dict></plist>
            <!-- the end -->
            """
        #expect(try BundleFacts(infoPlist: Array(text.utf8)).bundleID == "a&b<c>&de")
    }

    @Test(
        "a malformed property list is refused with the line, and nothing traps",
        arguments: [
            "", "<plist>", "<plist><dict>", "<plist><dict></array></plist>", "<dict/>", "<plist><array/></plist>",
            "<plist><dict><key>a</key></dict></plist>", "<plist><dict><string>a</string></dict></plist>",
            "<plist><dict><key>a</key><string>&b;</string></dict></plist>", "<plist><dict>\n&</dict></plist>",
            "<plist><dict><key>a</key><string>&#xD800;</string></dict></plist>",
            "<plist><dict/></plist><plist/>", "<plist><dict/><dict/></plist>", "<plist><dict",
            "<plist><dict><key>a</key><integer>1x</integer></dict></plist>", "<!--", "<![CDATA[", "<plist a='>",
            "<!DOCTYPE plist [<!ENTITY a 'b'>]><plist><dict/></plist>",
            "<plist><dict><key>a</key><true/><key>a</key><true/></dict></plist>", "bplist00", "bplist00\u{7F}",
            "<plist><dict><key>CFBundleURLTypes</key><dict/></dict></plist>",
            "<plist><dict><key>CFBundleURLTypes</key><array><string/></array></dict></plist>",
            "<plist><dict><key>CFBundleIdentifier</key><true/></dict></plist>",
            "<plist><dict><key>LSApplicationQueriesSchemes</key><array><true/></array></dict></plist>",
            String(repeating: "<array>", count: 100_000),
            "<plist>" + String(repeating: "<array>", count: 100_000),
        ])
    func malformed(_ text: String) {
        let error = #expect(throws: AuthError.self) { try BundleFacts(infoPlist: Array(text.utf8)) }
        #expect(error?.code == .configuration)
        #expect(error?.remedy?.isEmpty == false)
    }

    @Test("every prefix of a valid list is refused, and no changed byte traps")
    func damaged() throws {
        let bytes = try SetupVectors.bytes("adal-Info.plist")
        for end in 0..<(bytes.count - 9) {
            #expect(throws: AuthError.self) { try BundleFacts(infoPlist: Array(bytes[..<end])) }
        }
        for place in bytes.indices {
            var changed = bytes
            for byte: UInt8 in [0, 0x26, 0x2F, 0x3C, 0x3E, 0xFF] {
                changed[place] = byte
                _ = try? BundleFacts(infoPlist: changed)
            }
        }
        let line = #expect(throws: AuthError.self) {
            try BundleFacts(infoPlist: Array("<plist>\n<dict>\n<key>a</key>\n<thing/>\n</dict></plist>".utf8))
        }
        #expect(line?.message.contains("line 4") == true)
    }
}

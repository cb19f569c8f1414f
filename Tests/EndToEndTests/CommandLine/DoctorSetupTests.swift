import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

/// `keyfob doctor` on an app's files, as a developer or a CI job runs it.
@Suite("keyfob doctor on an app's files")
struct DoctorSetupTests {
    private let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Vectors/setup").path

    private func msal(_ more: String...) -> [String] {
        [
            "doctor", "--info-plist", "\(folder)/msal-Info.plist", "--entitlements", "\(folder)/msal.entitlements",
            "--registration", "\(folder)/graph-application.json", "--team-id", "T1",
        ] + more
    }

    @Test("reports nothing for a consistent setup, and touches no store")
    func agreeing() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let outcome = try await tool.run(msal("--bundle-id", "test.contoso.notes"))
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(outcome.output.contains("Nothing is wrong."))
        #expect(outcome.output.contains("msauth.test.contoso.notes://auth"))
        #expect(outcome.output.contains("T1.test.contoso.notes, T1.com.microsoft.adalcache"))
        #expect(!FileManager.default.fileExists(atPath: tool.home))
    }

    @Test("names what is missing, prints what to paste, and exits with 4; with that pasted it exits with 0")
    func missing() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let plist = "\(tool.directory.path)/Info.plist"
        let bare = """
            <plist><dict>
            <key>CFBundleIdentifier</key><string>test.contoso.notes</string>
            </dict></plist>
            """
        try Data(bare.utf8).write(to: URL(filePath: plist))
        let arguments = ["doctor", "--info-plist", plist, "--registration", "\(folder)/graph-application.json"]
        let said = try await tool.run(arguments)
        #expect(said.status == 4)
        #expect(said.output.contains("PROBLEM  noDefaultRedirect") && said.output.contains("In Info.plist:"))

        let found = try await tool.run(arguments + ["--redirect-uri", "msauth.test.contoso.notes://auth", "--json"])
        #expect(found.status == 4)
        let findings = try #require(try found.document()["findings"]?.arrayValue)
        #expect(
            findings.map { $0["code"]?.stringValue }
                == ["schemeNotDeclared", "queriedSchemeMissing", "queriedSchemeMissing"])
        #expect(findings.map { $0["msalInternalCode"] } == [-42001, -42001, -42001])
        var pasted: [String] = []
        for finding in findings {
            for snippet in finding["snippets"]?.arrayValue ?? [] where snippet["place"] == "infoPlist" {
                guard let text = snippet["text"]?.stringValue, !pasted.contains(text) else { continue }
                pasted.append(text)
            }
        }
        let mended = bare.replacing("</dict>", with: pasted.joined(separator: "\n") + "</dict>")
        try Data(mended.utf8).write(to: URL(filePath: plist))
        let after = try await tool.run(arguments)
        #expect(after.status == 0, "\(after.output)")
    }

    @Test("checks an app that uses ADAL by ADAL's rules, and its portal's manifest")
    func adal() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let app = [
            "doctor", "--info-plist", "\(folder)/adal-Info.plist", "--entitlements", "\(folder)/adal.entitlements",
            "--registration", "\(folder)/portal-manifest.json", "--keychain-group", "com.myapp.mycache", "--json",
            "--redirect-uri", "x-msauth-mytestiosapp://com.myapp.mytestapp",
        ]
        let good = try await tool.run(app + ["--adal"])
        #expect(good.status == 0)
        let warnings = try good.document()["findings"]?.arrayValue?.compactMap { $0["code"]?.stringValue }
        #expect(warnings == ["schemeNotDistinctive", "certificateRedirectMissing"])
        #expect(try good.document()["app"]?["clientId"] == "aaaaaaaa-0000-4000-8000-0000000000bb")
        // For MSAL its plist lacks the second scheme to query.
        let asMSAL = try await tool.run(app)
        #expect(asMSAL.status == 4 && asMSAL.output.contains("msauthv2"))
        let other = try await tool.run(app + ["--adal", "--client-id", "aaaaaaaa-0000-4000-8000-0000000000cc"])
        #expect(other.status == 4 && other.output.contains("registrationOfAnotherClient"))
        let old = try await tool.run(app + ["--adal", "--intune-version", "11.1.1"])
        #expect(old.status == 4 && old.output.contains("intuneTooOld"))
    }

    @Test("an unrelated file and contradictory options are refused with a message")
    func wrongUse() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let absent = try await tool.run("doctor", "--info-plist", "\(folder)/nothing", "--json")
        #expect(absent.status == 4)
        #expect(try absent.errorCode() == "configuration")
        let wrong = try await tool.run(
            "doctor", "--info-plist", "\(folder)/graph-application.json", "--bundle-id", "a.b")
        #expect(wrong.status == 4 && wrong.errors.contains("line 1"))
        let unknown = try await tool.run(msal())
        #expect(unknown.status == 4 && unknown.output.contains("bundleIdUnknown"))
        for arguments in [
            ["--adal"], ["--client-id", "x"], ["--registration", "x"], msal("--rekey"),
            ["--info-plist", folder, "--rekey"],
        ] {
            let outcome = try await tool.run(["doctor"] + arguments.filter { $0 != "doctor" })
            #expect(outcome.status == 2, "\(arguments)")
        }
        let folderGiven = try await tool.run("doctor", "--info-plist", folder)
        #expect(folderGiven.status == 4 && folderGiven.errors.contains("cannot be read"))
    }

    @Test("a registration alone is checked for redirect URIs only")
    func registrationAlone() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let registration = ["doctor", "--registration", "\(folder)/graph-application.json", "--bundle-id"]
        let good = try await tool.run(
            registration + ["test.contoso.notes", "--redirect-uri", "msauth.test.contoso.notes://auth"])
        #expect(good.status == 0, "\(good.output)")
        let bad = try await tool.run(
            registration + ["test.contoso.other", "--redirect-uri", "msauth.test.contoso.other://auth"])
        #expect(bad.status == 4 && bad.output.contains("redirectNotRegistered"))
        #expect(bad.output.contains("az ad app update --id aaaaaaaa-0000-4000-8000-0000000000aa"))
    }

    @Test("keyfob migrate names the build command where it is missing")
    func migrateIsBuiltApart() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        let alone = "\(tool.directory.path)/keyfob"
        try ProgramCopy.make(of: BuildProducts.executable("keyfob"), at: alone)
        let outcome = try await ChildProcess.run(alone, ["migrate", "."], environment: tool.environment)
        #expect(outcome.status == 4 && outcome.errors.contains("make migrate"))
    }
}

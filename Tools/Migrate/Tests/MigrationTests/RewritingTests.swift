import Foundation
import Migration
import Testing

@Suite("A rewriting for MSAL")
struct RewritingTests {
    /// A statement inside a closure that ADAL calls, rewritten.
    private func inside(_ statement: String) -> String {
        let text = SwiftRewriting().text(
            of: """
                import ADAL
                class A {
                    var name: String?
                    func f(context: ADAuthenticationContext) {
                        context.acquireTokenSilent(withResource: "r", clientId: "c", redirectUri: u) { result in
                            \(statement)
                        }
                    }
                }
                """)
        let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
        guard let place = lines.firstIndex(where: { $0.hasSuffix("result, error in") }) else { return text }
        return String(lines[place + 1])
    }

    @Test(
        "a member of ADAL's result becomes one of MSAL's, with the marks that its optionality needs",
        arguments: [
            ("use(result.accessToken)", "use(result?.accessToken)"),
            ("use(result?.accessToken ?? \"\")", "use(result?.accessToken ?? \"\")"),
            ("use(result!.accessToken!.count)", "use(result!.accessToken.count)"),
            ("use(result.accessToken?.count)", "use(result?.accessToken.count)"),
            ("use(result.accessToken!)", "use(result!.accessToken)"),
            ("if let t = result!.accessToken { use(t) }", "if let t = result?.accessToken { use(t) }"),
            ("name = result.tokenCacheItem.userInformation.userId", "name = result?.account.username"),
            ("use(result.tokenCacheItem.userInformation.userId)", "use(result?.account.username ?? \"\")"),
            (
                "use(result.tokenCacheItem?.userInformation?.userId.lowercased())",
                "use(result?.account.username?.lowercased())"
            ),
            ("use(result.tokenCacheItem!.userInformation!.upn!)", "use(result!.account.username!)"),
            ("use(result.tokenCacheItem?.userInformation?.tenantId)", "use(result?.tenantProfile.tenantId)"),
            ("use(result.tokenCacheItem?.userInformation?.userObjectId)", "use(result?.tenantProfile.identifier)"),
            (
                "use(result.tokenCacheItem?.userInformation?.familyName)",
                "use(result?.tenantProfile.claims?[\"family_name\"] as? String)"
            ),
            ("use(result.tokenCacheItem?.expiresOn)", "use(result?.expiresOn)"),
            ("use(result.multiResourceRefreshToken)", "use(true)"),
        ])
    func members(_ before: String, _ after: String) { #expect(inside(before) == after) }

    @Test(
        "a status becomes a comparison of the error",
        arguments: [
            ("if result.status == AD_SUCCEEDED {}", "if error == nil {}"),
            ("if result?.status != AD_SUCCEEDED {}", "if error != nil {}"),
            (
                "if result.status == AD_USER_CANCELLED {}",
                "if (error as NSError?)?.code == MSALError.userCanceled.rawValue {}"
            ),
            ("if let e = result.error { use(e) }", "if let e = error as NSError? { use(e) }"),
            (
                "if result.error?.code == ADErrorCode.ERROR_SERVER_USER_INPUT_NEEDED.rawValue {}",
                "if (error as NSError?)?.code == MSALError.interactionRequired.rawValue {}"
            ),
            ("use(result.error!.description)", "use((error! as NSError).description)"),
            ("use(result.error == nil)", "use(error == nil)"),
        ])
    func errors(_ before: String, _ after: String) { #expect(inside(before) == after) }

    @Test(
        "the prompt behaviors of ADAL and of MSAL 0.1 become MSAL's prompt types",
        arguments: [
            ("AD_PROMPT_AUTO", "acquireToken(scopes: [r + \"/.default\"])"),
            ("AD_PROMPT_ALWAYS", "acquireTokenInteractive(scopes: [r + \"/.default\"], promptType: .login)"),
            ("AD_FORCE_PROMPT", "acquireTokenInteractive(scopes: [r + \"/.default\"], promptType: .login)"),
            ("AD_PROMPT_REFRESH_SESSION", "acquireTokenInteractive(scopes: [r + \"/.default\"])"),
        ])
    func prompts(_ behavior: String, _ call: String) {
        let text = SwiftRewriting().text(
            of: """
                import ADAL
                c.acquireToken(withResource: r, clientId: i, redirectUri: u, promptBehavior: \(behavior), userId: nil,
                    extraQueryParameters: nil) { result in }
                """)
        #expect(text.contains("c.\(call) { result, error in }"))
        for (old, new) in [("forceLogin", "login"), ("selectAccount", "selectAccount"), ("forceConsent", "consent")] {
            let text = SwiftRewriting().text(
                of: "import MSAL\na.acquireToken(forScopes: s, user: nil, uiBehavior: .\(old)) { result, error in }\n")
            #expect(text.contains("acquireToken(scopes: s, promptType: .\(new)) {"))
        }
    }

    @Test("what has no counterpart keeps its text, below a comment that says that it does not compile")
    func rest() {
        let text = SwiftRewriting().text(of: "import ADAL\nlet kind = AD_SAML2\n")
        #expect(text.hasPrefix("import MSAL\n// keyfob migrate: does not compile yet: Nothing in MSAL"))
        #expect(text.hasSuffix("\nlet kind = AD_SAML2\n"))
    }

    @Test("a client id that is not visible, or not the same in every call, is a place for the developer")
    func clients() throws {
        let text = SwiftRewriting().text(
            of: """
                import ADAL
                let context = ADAuthenticationContext(authority: a, error: nil)
                func f() {
                    context?.acquireToken(withResource: r, clientId: "1", redirectUri: u) { result in }
                    context?.acquireToken(withResource: r, clientId: "2", redirectUri: u) { result in }
                }
                """)
        #expect(text.contains("client: <#clientId#>"))
        #expect(text.contains("// keyfob migrate: does not compile yet: MSAL takes the client id"))
    }

    @Test("an app that has moved does not change")
    func clean() throws {
        #expect(SwiftRewriting().files(of: try SourceTree([Fixtures.path("Clean")])).isEmpty)
        for name in ["QuickStart", "Suite", "Wrapper", "OldAccounts", "MidAccounts", "Mac"] {
            let again = SwiftRewriting().files(of: try SourceTree([Fixtures.path("Rewritten/\(name)")]))
            #expect(again.flatMap(\.rest) == [] && again.count == 0)
        }
    }

    @Test("a file that is not UTF-8 does not change, and the bytes around the uses of another remain")
    func bytes() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "migrate-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data([0xFF] + "import ADAL\n".utf8).write(to: folder.appending(path: "A.swift"))
        try Data("\u{FEFF}import ADAL\r\nlet é = 1\r\n".utf8).write(to: folder.appending(path: "B.swift"))
        let files = SwiftRewriting().files(of: try SourceTree([folder.path]))
        #expect(files.map(\.shown) == ["B.swift"])
        #expect(files.map { Array($0.text.utf8) } == [Array("\u{FEFF}import MSAL\r\nlet é = 1\r\n".utf8)])
    }

    @Test("a Swift file whose bridging header imports ADAL imports MSAL itself")
    func bridging() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "migrate-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try "#import <ADAL/ADAL.h>\n".write(
            to: folder.appending(path: "App-Bridging-Header.h"), atomically: true, encoding: .utf8)
        try "// An app.\nimport UIKit\nlet context: ADAuthenticationContext? = nil\n".write(
            to: folder.appending(path: "A.swift"), atomically: true, encoding: .utf8)
        let files = SwiftRewriting().files(of: try SourceTree([folder.path]))
        #expect(
            files.map(\.text) == [
                "// An app.\nimport MSAL\nimport UIKit\nlet context: MSALPublicClientApplication? = nil\n"
            ])
    }

    @Test("each use of a sample is rewritten, or is left with a reason")
    func counts() throws {
        for name in ["QuickStart", "Suite", "Wrapper", "OldAccounts", "MidAccounts", "Mac", "Challenges"] {
            let tree = try SourceTree([Fixtures.path("Corpus/\(name)")])
            let files = SwiftRewriting().files(of: tree)
            let found = Search().report(on: tree).findings.count
            let left = files.flatMap(\.rest)
            #expect(files.reduce(0) { $0 + $1.rewritten } + left.count >= found)
            #expect(left.allSatisfy { !$0.reason.isEmpty && !$0.found.isEmpty })
            #expect(left.contains { !$0.compiles } == (name == "Challenges"))
        }
    }

    @Test("the rewriting survives every beginning of a real file, and text that is not a program")
    func beginnings() throws {
        for name in ["Suite/AuthService.swift", "OldAccounts/LoginController.swift"] {
            let text = try Fixtures.text("Corpus/\(name)")
            for length in stride(from: 0, to: text.utf8.count, by: 61) {
                _ = SwiftRewriting().text(of: String(decoding: Array(text.utf8)[..<length], as: UTF8.self))
            }
        }
        for text in [
            "import ADAL\n)]}", "import ADAL\nresult.status == AD_SUCCEEDED", "AD_SUCCEEDED?", "ADLogger.setLevel(",
        ] {
            _ = SwiftRewriting().text(of: text)
        }
    }

    @Test("the report lists what is left, and counts the rest")
    func report() throws {
        let tree = try SourceTree([Fixtures.path("Corpus/Challenges")])
        let text = RewriteReport(files: SwiftRewriting().files(of: tree), others: []).text
        #expect(text.contains("Claims.swift:6: compiles, but look at it: ADAuthenticationContext: MSAL has no AD FS"))
        #expect(text.contains("does not compile yet: AD_SAML2"))
        #expect(text.contains("uses are left"))
    }
}

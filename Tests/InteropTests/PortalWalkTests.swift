import Foundation
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// Chromium goes through every page of the portal, as through those of the sign-in, and does a person's tasks in it.
@Suite("The portal in Chromium", .timeLimit(.minutes(20)))
struct PortalWalkTests {
    @Test("No page writes to the console, cuts anything off, or has a finding of axe-core, and the focus goes in order")
    func walk() async throws {
        let axe = try await Witness.axe()
        try await Self.withChromium { provider, browser in
            for allowsScripts in [true, false] {
                var walk = PortalWalk(
                    provider: provider, inspector: PageInspector(browser, axe: axe, allowsScripts: allowsScripts))
                try await walk.run()
                #expect(walk.inspector.findings.isEmpty, "\(walk.inspector.findings.joined(separator: "\n"))")
                #expect(walk.inspector.names.count >= 30, "\(walk.inspector.names)")
            }
        }
    }

    /// The pages that the portal of Entra needs for the same are counted in docs/portal.md.
    @Test("A person registers an app, adds a secret, makes a policy and finds a refusal in no more pages than at Entra")
    func tasks() async throws {
        try await Self.withChromium { provider, browser in
            let task = PortalTask(browser: browser, provider: provider)
            try await browser.signInToPortal(provider, as: "grace@contoso.test")

            var pages = try await task.begin()
            try await pages.follow("Register an application")
            try await browser.type("Counted", into: "#register-displayName")
            try await browser.type("msauth.test.contoso.counted://auth", into: "#register-redirectUri")
            try await pages.send("form#register button")
            #expect(try await browser.page() == "portal-application")
            #expect(pages.count == 3 && pages.count <= 4)

            pages = try await task.begin()
            try await pages.follow("App registrations")
            try await pages.follow("Counted")
            try await pages.send("form#secret button")
            let secret = try await browser.text(of: "#secret-value")
            #expect(secret.count == 40)
            #expect(pages.count == 4 && pages.count <= 5)

            pages = try await task.begin()
            try await pages.follow("Add a Conditional Access policy")
            try await browser.type("Two factors for Ada", into: "#policy-displayName")
            try await browser.type("ada@contoso.test", into: "#policy-includeUsers")
            try await browser.tick("#policy-control-mfa")
            _ = try await browser.find(byScript: "document.querySelector('#policy-state').value = 'enabled'")
            try await pages.send("button[value=save]")
            #expect(try await browser.text(of: "#notice") == "It is created.")
            #expect(pages.count == 3 && pages.count <= 5)

            try await provider.consent(Contoso.ada, to: Contoso.suite, resource: "api://files", ["Files.Read"])
            // The policy stops a client that cannot show a page for the second factor.
            let form = FormParameters([
                ("grant_type", "password"), ("client_id", Contoso.suite), ("username", "ada@contoso.test"),
                ("password", Contoso.password), ("scope", "openid \(Contoso.read)"),
            ])
            let url = try #require(HTTPURL("\(provider.origin)/\(Contoso.tenant)/oauth2/v2.0/token"))
            #expect(try await provider.transport.send(.form(url, form)).status >= 400)

            pages = try await task.begin()
            try await pages.follow("Find out why a sign-in failed")
            try await pages.send("main tbody a")
            #expect(try await browser.page() == "portal-sign-in-entry")
            #expect(try await browser.text(of: "#error-code").hasPrefix("AADSTS"))
            #expect(try await browser.text(of: "main").contains("Two factors for Ada"))
            #expect(try await browser.text(of: "#remedy").contains("What to do:"))
            #expect(pages.count == 3 && pages.count <= 4)
        }
    }

    /// Without scripts, as the portal has none: the file that the browser saves is the one that it then chooses.
    @Test("A person saves the directory as a file, changes it, chooses it, looks at the plan and applies it")
    func files() async throws {
        let folder = try TemporaryDirectory("keyfob-download")
        defer { folder.remove() }
        try await Self.withChromium { provider, browser in
            try await browser.allowScripts(false)
            try await browser.signInToPortal(provider, as: "grace@contoso.test")
            try await browser.go(to: "\(provider.origin)/portal/files")
            _ = try await browser.devTools(
                "Browser.setDownloadBehavior", ["behavior": "allow", "downloadPath": .string(folder.path)])
            _ = try await browser.find(byScript: "document.querySelector('form#export button').click()")
            let path = folder.path + "/contoso.test.yaml"
            for _ in 0..<2000 where !FileManager.default.fileExists(atPath: path) { _ = try await browser.page() }
            let export = try String(contentsOfFile: path, encoding: .utf8)
            #expect(export.contains("ada@contoso.test") && !export.contains("$scrypt"))
            #expect(!export.contains("fabrikam.test"))

            let file = folder.path + "/changed.yaml"
            try export.replacing("displayName: Ada Lovelace", with: "displayName: Ada King").write(
                toFile: file, atomically: true, encoding: .utf8)
            try await browser.type(file, into: "#plan-file")
            try await browser.tick("#plan-prune")
            try await browser.click("form#plan button")
            #expect(try await browser.page() == "portal-files-plan")
            #expect(
                try await browser.text(of: "#counts")
                    == "0 to create, 1 to change, 0 to remove. Nothing is changed yet.")
            try await browser.click("form#apply button")
            #expect(try await browser.text(of: "#notice") == "The changes of the file are made.")
            #expect(try await provider.graph(.get, "users/ada@contoso.test")["displayName"] == "Ada King")
        }
    }

    private static func withChromium(_ body: @escaping (RunningProvider, WebDriver) async throws -> Void) async throws {
        try await RunningProvider.with { provider in
            let chromium = try await Chromium(trusting: provider.caFile, transport: provider.transport)
            let outcome = await Result { try await body(provider, chromium.browser) }
            if case .failure = outcome { try? await chromium.browser.keepScreenshot("walk/portal-failure") }
            await chromium.close()
            try outcome.get()
        }
    }
}

/// A person's task: counts the pages that load, beginning with the overview.
private struct PortalTask {
    let browser: WebDriver
    let provider: RunningProvider
    var count = 0

    init(browser: WebDriver, provider: RunningProvider) {
        self.browser = browser
        self.provider = provider
    }

    /// Opens the overview: the first page of each task.
    func begin() async throws -> PortalTask {
        try await browser.go(to: "\(provider.origin)/portal")
        var task = self
        task.count = 1
        return task
    }

    /// Follows the link of a text.
    mutating func follow(_ text: String) async throws {
        let script = "const a = [...document.links].find(a => a.textContent === '\(text)'); a.id = 'followed'"
        _ = try await browser.find(byScript: script)
        try await browser.click("#followed")
        count += 1
    }

    /// Presses a button, or follows the first link of a selector.
    mutating func send(_ selector: String) async throws {
        try await browser.click(selector)
        count += 1
    }
}

#if Server
import ArgumentParser
import Foundation
import KeyfobAsyncHTTP
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting

/// `keyfob-demo browser URL`: the person and their browser, as the apps start them through `BROWSER`.
///
/// It loads the page, reads its forms, fills them in as the configured user would, follows the redirect to the app's
/// loopback address, and ends. Cookies stay in the browser's folder. It ends with status 1 if the person came to an error
/// page, by which the app learns that no response will come.
struct BrowserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "browser", abstract: "Plays the person: reads the served forms and fills them in.",
        shouldDisplay: false)

    @Option(help: "The folder with the person, the cookies and the visits.")
    var browserFolder: String

    @Option(help: "The certificate authority that the browser trusts.")
    var caFile: String

    @Argument(help: "The address to open.")
    var url: String

    func run() async throws {
        let browserFolder = BrowserFolder(directory: browserFolder)
        guard let url = BrowserArgument.destination(of: url) else {
            throw ValidationError("The address is not an absolute https URL, nor a file that leads to one.")
        }
        // The broker's window is on this machine; sign-in pages are the provider's.
        let isWindow = url.scheme == "http"
        if isWindow, browserFolder.run(window: url.description) { return }
        let transport = try AsyncHTTPTransport(trust: .caFile(caFile))
        var browser = FormBrowser(transport: transport, cookies: try browserFolder.cookies())
        if isWindow, try browserFolder.leaves() {
            try await Self.leave(url, with: &browser)
            return await transport.shutdown()
        }
        if isWindow { browserFolder.waitAtGate() }
        let visit: KeyfobTesting.Person.Visit
        do {
            visit = try await browserFolder.person().visit(url, with: &browser)
            try browserFolder.keep(browser.cookies)
        } catch {
            try browserFolder.note(pages: [], number: nil, text: String(describing: error))
            await transport.shutdown()
            throw ExitCode(1)
        }
        // Recorded before the app gets the response: a test that asks the app, and then the browser's folder, finds it there.
        try browserFolder.note(
            pages: visit.pages, number: visit.errorNumber, text: visit.errorText)
        // At a page that requires a step that they cannot take now, the person goes back to the app.
        if isWindow, visit.pages.last == "compliance" { try await Self.leave(url, with: &browser) }
        let arrived = isWindow ? true : try await follow(visit.redirect, transport)
        await transport.shutdown()
        if !arrived { throw ExitCode(1) }
    }

    /// Goes back to the app from the window's first page, by the button above it.
    private static func leave(_ url: HTTPURL, with browser: inout FormBrowser) async throws {
        guard case .page(let address, let document, _) = try await browser.open(url),
            let form = document.forms.first(where: { $0.action.hasSuffix("/leave") })
        else { throw ExitCode(1) }
        _ = try await browser.send(form, form.submission(), from: address)
    }

    /// Follows the redirect to the app that listens on the loopback interface.
    private func follow(_ redirect: String?, _ transport: AsyncHTTPTransport) async throws -> Bool {
        guard let redirect, let url = HTTPURL(redirect) else { return false }
        return try await transport.send(.get(url)).isSuccess
    }
}
#endif

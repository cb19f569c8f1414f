import KeyfobAsyncHTTP
import KeyfobBackport
import KeyfobBrokerCore
import KeyfobBrokerProtocol
import KeyfobBrokerWindow
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// The broker's window in headless Chromium: the bar above another host's page is the broker's.
@Suite("the bar above another host's page", .timeLimit(.minutes(5)))
struct HostBarTests {
    /// Starts no browser: it records the file that the browser is to be started with.
    private final class Opener: PageFileOpener {
        private let files = AsyncStream.makeStream(of: String.self)

        func open(file path: String) async throws(AuthError) { files.continuation.yield(path) }

        func next() async -> String? { await files.stream.first { _ in true } }
    }

    /// Opens a window, and passes `body` what it needs to show pages, the browser, and the first address. The browser
    /// returns from there when the first page is shown.
    private func withWindow(
        _ body: (any BrokerScreenSession, WebDriver, String) async throws -> Void
    ) async throws {
        let folder = try TemporaryDirectory("keyfob-window")
        defer { folder.remove() }
        let transport = try AsyncHTTPTransport(trust: .system)
        let chromium = try await Chromium(trusting: nil, transport: transport)
        let opener = Opener()
        let app = RequestingApp(name: "A", bundleID: "test.contoso.a", isVerified: true)
        let session = try await BrokerWindow(opener: opener, folder: folder.path).open(
            WindowReason(app: app, channel: .url))
        let outcome = await Result {
            let file = try #require(await opener.next())
            try await body(session, chromium.browser, "file://" + file)
        }
        await session.close()
        await chromium.close()
        await transport.shutdown()
        try outcome.get()
    }

    private func address(_ host: String) throws -> HTTPURL { try #require(HTTPURL("https://\(host)/login")) }

    /// The text of the window's own document, and whether the user sees it.
    private func bar(_ browser: WebDriver) async throws -> JSONValue {
        try await browser.find(
            byScript: """
                const places = document.querySelectorAll('#window-place')
                if (places.length != 1) return { places: places.length }
                const box = places[0].getBoundingClientRect(), style = getComputedStyle(places[0])
                const points = [[.1, .5], [.5, .5], [.9, .5], [.5, .2], [.5, .8]].map(([x, y]) =>
                    document.elementFromPoint(box.left + box.width * x, box.top + box.height * y))
                return {
                    place: places[0].innerText, title: document.title, path: location.pathname,
                    isSeen: points.every(point => point === places[0]) && style.visibility == 'visible'
                        && style.opacity == '1' && box.top >= 0 && box.height >= 10 && box.bottom <= innerHeight
                        && scrollY == 0 && visualViewport.scale == 1
                }
                """)
    }

    /// The bar above the page of a host, as soon as that page is there.
    private func bar(above host: String, _ browser: WebDriver) async throws -> JSONValue {
        var seen = JSONValue.null
        for _ in 0..<2000 {
            seen = try await bar(browser)
            if seen["place"]?.stringValue == host { break }
        }
        return seen
    }

    @Test("Whatever a page contains, its host is shown above it in the broker's own document, and it runs nothing")
    func hostileDocuments() async throws {
        let documents = HostileDocuments.all
        #expect(documents.count >= 40)
        try await withWindow { session, browser, start in
            let answers = Task {
                for (number, html) in documents.enumerated() {
                    let page = BrokerPage(
                        html: html, address: try address("h\(number).evil.test"), isTrusted: number.isMultiple(of: 2))
                    // The back button in the bar has to work above every one of them.
                    await #expect(throws: AuthError.self) { _ = try await session.show(page) }
                }
            }
            try await browser.go(to: start)
            for (number, html) in documents.enumerated() {
                let host = "h\(number).evil.test"
                let seen = try await bar(above: host, browser)
                #expect(seen["place"]?.stringValue == host, "\(html.prefix(200)): \(seen)")
                #expect(seen["isSeen"]?.boolValue == true, "\(html.prefix(200)): \(seen)")
                #expect(seen["title"]?.stringValue == host, "\(html.prefix(200))")
                #expect(seen["path"]?.stringValue?.hasSuffix("/page") == true, "\(html.prefix(200))")
                if number == 0 { try await browser.keepScreenshot("broker-window") }
                if number + 1 < documents.count {
                    try await browser.click("#window-leave")
                } else {
                    await session.close()
                }
            }
            try await answers.value
        }
    }

    @Test("A form in the frame reaches the broker, and with the next page the bar names the next host")
    func forms() async throws {
        try await withWindow { session, browser, start in
            let form = #"<form method="post" action="/next"><input name="login"><button>Next</button></form>"#
            let link = #"<a id="help" href="/help">Help</a>"#
            let answers = Task {
                let sent = try await session.show(BrokerPage(html: form, address: try address("one.test")))
                let followed = try await session.show(BrokerPage(html: link, address: try address("two.test")))
                _ = try? await session.show(BrokerPage(html: "<p>end</p>"))
                return (sent, followed)
            }
            try await browser.go(to: start)
            #expect(try await bar(above: "one.test", browser)["isSeen"]?.boolValue == true)
            try await browser.enterFrame()
            try await browser.type("ada", into: "input[name=login]")
            try await browser.click("button")
            try await browser.leaveFrame()
            #expect(try await bar(above: "two.test", browser)["isSeen"]?.boolValue == true)
            try await browser.enterFrame()
            try await browser.click("#help")
            try await browser.leaveFrame()
            #expect(try await bar(above: "Keyfob Broker", browser)["isSeen"]?.boolValue == true)
            await session.close()
            let (sent, followed) = try await answers.value
            #expect(sent["login"] == "ada" && sent.action == "/next" && sent.isPost)
            #expect(followed.action == "/help")
        }
    }
}

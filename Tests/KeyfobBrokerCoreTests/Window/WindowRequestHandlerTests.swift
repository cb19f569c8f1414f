import Foundation
import KeyfobBrokerCore
import KeyfobCore
import KeyfobTesting
import Testing

@testable import KeyfobBrokerWindow

@Suite struct WindowRequestHandlerTests {
    private let desk = WindowRequestHandler(
        origin: "http://127.0.0.1:7000", mode: .switching,
        app: RequestingApp(name: "A", bundleID: "test.a", isVerified: true), random: SystemRandomSource())

    private func request(_ method: String, _ target: String, cookie: String? = nil, body: String = "") -> WindowRequest
    {
        var request = WindowRequest(method: method, target: target, host: "127.0.0.1:7000")
        if let cookie { request.cookies["keyfob_window"] = [cookie] }
        request.contentType = "application/x-www-form-urlencoded"
        request.body = Array(body.utf8)
        return request
    }

    private func respond(_ request: WindowRequest) throws -> WindowResponse {
        guard case .respond(let response) = desk.answer(request) else { throw Waits() }
        return response
    }
    private struct Waits: Error {}

    /// Opens the window as the first browser; returns its path and cookie.
    private func enter() throws -> (path: String, cookie: String) {
        let path = String(desk.address.reveal().dropFirst("http://127.0.0.1:7000".count))
        let response = try respond(request("GET", path))
        let field = try #require(response.fields.first { $0.hasPrefix("Set-Cookie") })
        #expect(response.status == 303 && field.contains("HttpOnly") && field.contains("SameSite=Lax"))
        let cookie = try #require(field.split(separator: "=", maxSplits: 1).last?.split(separator: ";").first)
        return (path, String(cookie))
    }

    /// Cookies have no port, and a page of another program on this machine can set one for a longer path or a shorter one.
    @Test(arguments: ["keyfob_window=tossed; ", ""])
    func `a cookie of the same name that another program set does not lock the user out`(before: String) throws {
        let (path, cookie) = try enter()
        for after in ["", "; keyfob_window=tossed", "; keyfob_window=; keyfob_window=tossed"] {
            let head =
                "GET \(path)page HTTP/1.1\r\nHost: 127.0.0.1:7000\r\n"
                + "Cookie: \(before)keyfob_window=\(cookie)\(after)\r\n\r\n"
            guard case .complete(let request) = WindowRequest.read(Array(head.utf8)) else {
                Issue.record("the request is not read: \(after)")
                continue
            }
            // The window has no page yet: who is not known gets a refusal at once.
            #expect(desk.answer(request) == .wait)
        }
        let others = try respond(request("GET", "\(path)page", cookie: "tossed"))
        #expect(others.status == 403)
    }

    @Test(.timeLimit(.minutes(5)))
    func `the user's input reaches the broker once`() async throws {
        let (path, cookie) = try enter()
        #expect(throws: Waits.self) { try respond(request("GET", "\(path)page", cookie: cookie)) }
        let submission = Task { [desk] in
            try await desk.show(
                BrokerPage(html: #"<form method="post" action="choose"><input name="account"></form>"#)
            ) {}
        }
        // Where a later check fails, no request is sent.
        defer { desk.end() }
        var page = WindowResponse.ended
        while true {
            try Task.checkCancellation()
            if let shown = try? respond(request("GET", "\(path)page", cookie: cookie)) {
                page = shown
                break
            }
            await Task.yield()
        }
        let frame = try link("/frame", in: page)
        #expect(!page.html.contains("/send/0"))
        var outside = request("GET", frame, cookie: cookie)
        outside.destination = "document"
        #expect(try respond(outside) == .redirect(to: "\(path)page"))
        let framed = try respond(request("GET", frame, cookie: cookie))
        #expect(try respond(request("GET", frame)).status == 403)
        let target = try link("/send/0", in: framed)
        var foreign = request("POST", target, cookie: cookie, body: "account=1")
        foreign.origin = "https://evil.test"
        #expect(try respond(foreign).status == 403)
        #expect(try respond(request("POST", target, cookie: "other", body: "account=1")).status == 403)
        #expect(try respond(request("POST", target + "9", cookie: cookie, body: "account=2")).status == 303)
        #expect(try respond(request("POST", target, cookie: cookie, body: "account=a+b%26")).status == 303)
        #expect(try respond(request("POST", target, cookie: cookie, body: "account=late")).status == 303)
        let taken = try await submission.value
        #expect(taken["account"] == "a b&" && taken.action == "choose" && taken.isPost)
    }

    /// The attribute of a page with the given end.
    private func link(_ end: String, in page: WindowResponse) throws -> String {
        let mark = try #require(page.html.firstRange(of: end))
        let start = try #require(page.html[..<mark.lowerBound].lastIndex(of: "\""))
        return String(page.html[page.html.index(after: start)..<mark.upperBound])
    }

    @Test func `a second browser, another host, or a request without the secret gets nothing`() throws {
        let (path, cookie) = try enter()
        #expect(try respond(request("GET", path)).status == 403)
        #expect(try respond(request("GET", "\(path)page")).status == 403)
        #expect(try respond(request("GET", "/guess/page", cookie: cookie)).status == 404)
        #expect(try respond(request("GET", "/", cookie: cookie)).status == 404)
        var rebound = request("GET", "\(path)page", cookie: cookie)
        rebound.host = "evil.test:7000"
        #expect(try respond(rebound).status == 421)
        #expect(try respond(request("PUT", "\(path)page", cookie: cookie)).status == 405)
    }

    @Test func `nothing may be cached, run or sent to others, and only the window frames a page`() {
        for (response, ancestors, frames) in [
            (WindowResponse.page("x"), "'none'", "'self'"), (.framed("x"), "'self'", "'none'"),
        ] {
            let text = String(decoding: response.bytes, as: UTF8.self)
            for field in [
                "Cache-Control: no-store", "default-src 'none'", "frame-ancestors \(ancestors)", "frame-src \(frames)",
                "Referrer-Policy", "sandbox allow-forms allow-same-origin allow-top-navigation-by-user-activation\r\n",
            ] {
                #expect(text.contains(field))
            }
            #expect(!text.contains("script"))
        }
    }

    @Test func `a closed window ends the wait`() async throws {
        let desk = desk
        let submission = Task { try await desk.show(BrokerPage(html: "<p>x</p>")) {} }
        await Task.yield()
        desk.end()
        await #expect(throws: AuthError.self) { _ = try await submission.value }
        await #expect(throws: AuthError.self) { _ = try await desk.show(BrokerPage(html: "")) {} }
    }

    @Test func `a browser that cannot be started is an error, not a cancellation`() async throws {
        let desk = desk
        desk.end(AuthError(.userAgentUnavailable, origin: .userAgent, message: "There is no browser."))
        desk.end()
        let error = await #expect(throws: AuthError.self) {
            _ = try await desk.show(BrokerPage(html: "<p>x</p>")) {}
        }
        #expect(error?.code == .userAgentUnavailable)
    }

    @Test
    func
        `the file that leads to a window is removed when it is entered, and an ended broker's when the next one starts`()
        throws
    {
        let folder = try TemporaryDirectory("keyfob-window-files")
        defer { folder.remove() }
        func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
        let desk = desk
        let file = try WindowPageFile.write(leadingTo: desk.address, in: folder.path, random: SystemRandomSource())
        desk.whenEntered { WindowPageFile.remove(file) }
        #expect(try names().count == 1)
        _ = try enter()
        #expect(try names().isEmpty)
        _ = try WindowPageFile.write(leadingTo: desk.address, in: folder.path, random: SystemRandomSource())
        try Data().write(to: URL(filePath: folder.path + "/vault"))
        struct NoBrowser: PageFileOpener { func open(file path: String) async throws(AuthError) {} }
        BrokerWindow(opener: NoBrowser(), folder: folder.path).removeLeftovers()
        #expect(try names() == ["vault"])
    }

    @Test(arguments: [
        "", "GET", "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/2\r\nHost: a\r\n\r\n", "GET x HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nab",
    ])
    func `a malformed browser request is never accepted`(text: String) {
        if case .complete = WindowRequest.read(Array(text.utf8)) { Issue.record("It was taken for one.") }
    }
}

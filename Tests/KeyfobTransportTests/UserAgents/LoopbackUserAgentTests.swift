import KeyfobCore
import KeyfobFlows
import KeyfobUserAgents
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A browser whose behaviour the test sets.
struct Browser: BrowserLauncher {
    let visit: @Sendable (HTTPURL) async throws(AuthError) -> Void
    func open(_ url: HTTPURL) async throws(AuthError) { try await visit(url) }
}

@Suite("The loopback user agent waits only for its redirect")
struct LoopbackUserAgentTests {
    private let page = HTTPURL("https://login.example/authorize?client_id=x")

    /// Signs in with a registered redirect URI and a browser that gets the port; accepts redirects with `state=good`.
    private func signIn(
        _ registered: String = "http://localhost/contoso-a", timeoutSeconds: Double = 20,
        outcome: PageOutcome? = .signedIn, onStray: (@Sendable (StrayResponse) -> Void)? = nil,
        browser: @escaping @Sendable (Int) throws(AuthError) -> Void
    ) async throws -> String {
        let port = Box()
        let visited = AsyncStream<Void>.makeStream()
        let agent = LoopbackUserAgent(
            browser: Browser { _ throws(AuthError) in
                defer { visited.continuation.finish() }
                try await OwnThread.run { () throws(AuthError) in try browser(port.value) }
            }, timeoutSeconds: timeoutSeconds, app: "Notes & Co", onStray: onStray)
        let session = try await agent.begin(RedirectURI(registered))
        port.value = session.redirectURI.url?.port ?? 0
        do {
            let redirect = try await session.present(#require(page)) { redirect in
                redirect.contains("state=good") ? .accepted(isSuccess: !redirect.contains("error=")) : .foreign
            }
            if let outcome { await session.show(outcome) }
            await session.end()
            for await _ in visited.stream {}
            return redirect
        } catch {
            await session.end()
            throw error
        }
    }

    private static func get(_ target: String, _ port: Int, v6: Bool = false, host: String = "localhost") -> String? {
        Loopback.exchange(port: port, v6: v6, "GET \(target) HTTP/1.1\r\nHost: \(host):\(port)\r\n\r\n")
    }

    @Test(
        "the redirect URI in use is the registered one with the port inserted, as text",
        arguments: [
            ("http://localhost", "http://localhost:PORT"), ("http://localhost/", "http://localhost:PORT/"),
            ("http://localhost/contoso-a", "http://localhost:PORT/contoso-a"),
            ("http://localhost/a?b=c", "http://localhost:PORT/a?b=c"),
            ("http://127.0.0.1/x", "http://127.0.0.1:PORT/x"),
        ])
    func portInserted(registered: String, pattern: String) async throws {
        let agent = LoopbackUserAgent(browser: Browser { _ in })
        let session = try await agent.begin(RedirectURI(registered))
        let port = try #require(session.redirectURI.url?.port)
        #expect(session.redirectURI.value == pattern.replacing("PORT", with: "\(port)"))
        await session.end()
    }

    @Test("a redirect on either address ends the wait, and the user gets a page", arguments: [false, true])
    func accepted(v6: Bool) async throws {
        let answer = Box(String?.none)
        let port = Box()
        let redirect = try await signIn { number in
            port.value = number
            answer.value = Self.get("/contoso-a?code=c&state=good", number, v6: v6)
        }
        #expect(redirect == "http://localhost:\(port.value)/contoso-a?code=c&state=good")
        let page = try #require(answer.value)
        #expect(page.hasPrefix("HTTP/1.1 200 ") && page.contains("You are signed in"))
        #expect(page.contains("go back to Notes &amp; Co."))
        #expect(!page.contains("code=c") && page.contains("Referrer-Policy: no-referrer"))
    }

    @Test("the page of a failure has the error's code and the next step, as text")
    func failed() async throws {
        let answer = Box(String?.none)
        let error = AuthError(
            .interactionRequired, origin: .server, message: "The code <b>was</b> not redeemed.",
            remedy: "Ask & try again.", server: AuthError.ServerDetails(error: "invalid_grant", status: 400))
        _ = try await signIn(outcome: .failed(error)) { answer.value = Self.get("/contoso-a?code=c&state=good", $0) }
        let page = try #require(answer.value)
        #expect(page.contains("Sign-in did not finish") && page.contains("<code>invalid_grant</code>"))
        #expect(page.contains("The code &lt;b&gt;was&lt;/b&gt; not redeemed.") && page.contains("Ask &amp; try again."))
    }

    @Test("a session that ends without an outcome shows what the redirect says", arguments: [true, false])
    func withoutOutcome(isSuccess: Bool) async throws {
        let answer = Box(String?.none)
        let target = isSuccess ? "code=c" : "error=access_denied"
        _ = try await signIn(outcome: nil) { answer.value = Self.get("/contoso-a?\(target)&state=good", $0) }
        #expect(answer.value?.contains(isSuccess ? "You are signed in" : "Sign-in did not finish") == true)
    }

    @Test("the page is sent only when the outcome is known, and a browser that has left does not hinder the sign-in")
    func held() async throws {
        let session = try await LoopbackUserAgent(browser: Browser { _ in }).begin(RedirectURI("http://localhost"))
        let port = try #require(session.redirectURI.url?.port)
        async let redirect = session.present(#require(page)) { _ in .accepted(isSuccess: true) }
        let browser = try #require(Loopback.connect(port: port))
        Loopback.send(browser, Array("GET /?code=c HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n".utf8))
        #expect(try await redirect.hasSuffix("/?code=c"))
        var waiting = pollfd(fd: browser, events: Int16(POLLIN), revents: 0)
        #expect(poll(&waiting, 1, 0) == 0)
        close(browser)
        await session.show(.signedIn)
        await session.end()
        #expect(Loopback.connect(port: port) == nil)
    }

    @Test("a response that is not accepted is reported at once, five times at most")
    func strays() async throws {
        let reports = Box([StrayResponse]())
        let reportedBefore = Box(0)
        _ = try await signIn(onStray: { reports.value.append($0) }) { port in
            for _ in 0..<8 { _ = Self.get("/contoso-a?code=c&state=foreign", port) }
            reportedBefore.value = reports.value.count
            _ = Self.get("/contoso-a?code=c&state=good", port)
        }
        #expect(reportedBefore.value == 5 && reports.value == Array(repeating: .anotherRequest, count: 5))
    }

    @Test("other requests get an error page and are ignored")
    func forgotten() async throws {
        let answers = Box([String: String?]())
        _ = try await signIn { port in
            answers.value = [
                "400": Self.get("/contoso-a?code=c&state=foreign", port),
                "404": Self.get("/favicon.ico", port),
                "421": Self.get("/contoso-a?state=good", port, host: "evil.example"),
                "405": Loopback.exchange(
                    port: port, "POST /contoso-a?state=good HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n"),
                "431": Loopback.exchange(port: port, "GET /" + String(repeating: "a", count: 20_000)),
                "505": Loopback.exchange(port: port, "GET / SPDY\r\n\r\n"),
            ]
            _ = Self.get("/contoso-a?state=good", port)
        }
        for (status, answer) in answers.value { #expect(answer?.hasPrefix("HTTP/1.1 \(status) ") == true) }
        #expect(answers.value["400"]??.contains("was not requested") == true)
    }

    @Test("any number of idle connections does not block others")
    func idle() async throws {
        _ = try await signIn { port in
            let idle = (0..<100).map { _ in Loopback.connect(port: port) ?? -1 }
            _ = Self.get("/contoso-a?state=good", port)
            for socket in idle { close(socket) }
        }
    }

    @Test("a request may arrive byte by byte")
    func bytewise() async throws {
        let answer = Box("")
        _ = try await signIn { port in
            guard let socket = Loopback.connect(port: port) else { return }
            for byte in "GET /contoso-a?state=good HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n".utf8 {
                Loopback.send(socket, [byte])
            }
            answer.value = Loopback.receiveAll(socket)
            close(socket)
        }
        #expect(answer.value.hasPrefix("HTTP/1.1 200 "))
    }

    @Test("a browser that cannot be started ends the wait with its error")
    func noBrowser() async throws {
        await #expect {
            try await signIn { _ throws(AuthError) in
                throw AuthError(.userAgentUnavailable, origin: .userAgent, message: "No browser.")
            }
        } throws: {
            AuthError.Code.userAgentUnavailable ~= $0
        }
    }

    @Test("without a sign-in the wait ends at the time-out, and the port is free again")
    func timedOut() async throws {
        let port = Box()
        await #expect { try await signIn(timeoutSeconds: 0.05) { port.value = $0 } } throws: {
            AuthError.userCanceled ~= $0
        }
        #expect(port.value > 0 && Loopback.connect(port: port.value) == nil)
    }

    @Test("cancelling the task closes the port")
    func cancelled() async throws {
        let port = Box()
        let task = Task { try await signIn { port.value = $0 } }
        while port.value == 0 { await Task.yield() }
        task.cancel()
        await #expect { try await task.value } throws: { AuthError.Code.canceled ~= $0 }
        #expect(Loopback.connect(port: port.value) == nil)
    }

    @Test("a session that ends before anything is shown closes the port")
    func ended() async throws {
        let session = try await LoopbackUserAgent(browser: Browser { _ in }).begin(RedirectURI("http://localhost"))
        let port = try #require(session.redirectURI.url?.port)
        await session.end()
        #expect(Loopback.connect(port: port) == nil)
    }

    @Test("a port in the redirect URI is used; if it is taken, the error reports it")
    func namedPort() async throws {
        let first = try await LoopbackUserAgent(browser: Browser { _ in }).begin(RedirectURI("http://localhost/a"))
        let taken = first.redirectURI
        await #expect { try await LoopbackUserAgent(browser: Browser { _ in }).begin(taken) } throws: {
            AuthError.Code.userAgentUnavailable ~= $0 && "\($0)".contains("\(taken.url?.port ?? 0)")
        }
        await first.end()
        let second = try await LoopbackUserAgent(browser: Browser { _ in }).begin(taken)
        #expect(second.redirectURI == taken)
        await second.end()
    }

    @Test("a redirect URI that is not loopback is a configuration error")
    func notLoopback() async throws {
        await #expect {
            try await LoopbackUserAgent(browser: Browser { _ in }).begin(RedirectURI("msauth.test.contoso.a://auth"))
        } throws: {
            AuthError.configuration ~= $0
        }
    }
}

import Testing

@testable import KeyfobUserAgents

@Suite("The listener reads requests strictly")
struct RequestHeadTests {
    private func read(_ text: String) -> RequestHead.Reading { RequestHead.read(Array(text.utf8)) }

    private func status(_ text: String) -> Int? {
        if case .refused(let status, _) = read(text) { status } else { nil }
    }

    @Test("a browser's request is parsed")
    func browser() {
        let text =
            "GET /contoso-a?code=a%2Fb&state=x HTTP/1.1\r\nHost: LocalHost:5000\r\nAccept: */*\r\nX:\t y \r\n\r\n"
        #expect(
            read(text)
                == .complete(
                    RequestHead(method: "GET", target: "/contoso-a?code=a%2Fb&state=x", host: "localhost:5000")))
    }

    @Test("every prefix of a request waits for more")
    func beginnings() {
        let bytes = Array("GET /?a=b HTTP/1.1\r\nHost: localhost:1\r\n\r\n".utf8)
        for count in bytes.indices { #expect(RequestHead.read(Array(bytes[..<count])) == .incomplete) }
    }

    @Test(
        "requests that no browser sends are refused",
        arguments: [
            "\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET http://localhost/ HTTP/1.1\r\nHost: a\r\n\r\n", "GET * HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /#f HTTP/1.1\r\nHost: a\r\n\r\n", "G(T / HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n",
            "GET / HTTP/1.1\r\nHost : a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\nX: y\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\rX: y\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nX: \u{0}\r\n\r\n", "GET /ä HTTP/1.1\r\nHost: a\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
        ])
    func malformed(text: String) { #expect(status(text) == 400) }

    @Test("another version of HTTP has a separate status")
    func version() { #expect(status("GET / HTTP/2.0\r\nHost: a\r\n\r\n") == 505) }

    @Test("a request beyond the limit is refused, complete or not")
    func limit() {
        let long = String(repeating: "a", count: RequestHead.limit)
        #expect(status("GET /" + long) == 431)
        #expect(status("GET /\(long) HTTP/1.1\r\nHost: a\r\n\r\n") == 431)
        let fields = String(repeating: "A: b\r\n", count: 101)
        #expect(status("GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n") == 431)
    }

    @Test("no bytes trap the parser")
    func random() {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("GET /?=&:\r\n\r\n\r\nHTTP/1.1Host\u{0}\u{ff}".utf8)
        for _ in 0..<5000 {
            let bytes = (0..<Int.random(in: 0..<80, using: &generator)).map { _ in
                alphabet.randomElement(using: &generator) ?? 0
            }
            if case .complete(let head) = RequestHead.read(bytes) { #expect(head.target.hasPrefix("/")) }
        }
    }
}

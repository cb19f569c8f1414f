import KeyfobOAuth
import Testing

@testable import KeyfobUserAgents

@Suite("The listener reads requests strictly")
struct RequestHeadTests {
    private func read(_ text: String) -> RequestHead.Reading { RequestHead.read(Array(text.utf8), within: .redirect) }

    private func status(_ text: String) -> Int? {
        if case .refused(let status, _) = read(text) { status } else { nil }
    }

    @Test("a browser's request is parsed")
    func browser() {
        let text =
            "GET /contoso-a?code=a%2Fb&state=x HTTP/1.1\r\nHost: LocalHost:5000\r\nAccept: */*\r\nX:\t y \r\n\r\n"
        let fields: HTTPFields = ["Host": "LocalHost:5000", "Accept": "*/*", "X": "y"]
        #expect(
            read(text)
                == .complete(
                    RequestHead(
                        method: "GET", target: "/contoso-a?code=a%2Fb&state=x", host: "localhost:5000", fields: fields,
                        byteCount: text.utf8.count, bodyCount: 0)))
    }

    @Test("every prefix of a request waits for more")
    func beginnings() {
        let bytes = Array("GET /?a=b HTTP/1.1\r\nHost: localhost:1\r\n\r\n".utf8)
        for count in bytes.indices {
            #expect(RequestHead.read(Array(bytes[..<count]), within: .redirect) == .incomplete)
        }
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
            "GET / HTTP/1.1\r\nHost: a\r\nCookie: a=ä\r\n\r\n",
        ])
    func malformed(text: String) { #expect(status(text) == 400) }

    @Test("a listener that admits them gets other servers' cookies, and the length of one body")
    func admitted() {
        let limits = RequestHead.Limits(head: 1024, body: 10, admitsText: true)
        func bodyCount(_ lengths: [String]) -> Int? {
            let fields = lengths.map { "Content-Length: \($0)\r\n" }.joined()
            let text = "POST / HTTP/1.1\r\nHost: a\r\nCookie: a=ä\r\n\(fields)\r\n"
            guard case .complete(let head) = RequestHead.read(Array(text.utf8), within: limits) else { return nil }
            #expect(head.fields["cookie"] == "a=ä" && head.byteCount == text.utf8.count)
            return head.bodyCount
        }
        #expect(bodyCount([]) == 0 && bodyCount(["10"]) == 10 && bodyCount(["5", "5"]) == 5)
        for lengths in [["11"], ["+5"], ["-1"], [""], ["5", "6"]] { #expect(bodyCount(lengths) == nil) }
        #expect(
            RequestHead.read(Array("GET /ä HTTP/1.1\r\nHost: a\r\n\r\n".utf8), within: limits)
                == .refused(status: 400, reason: "The request cannot be parsed: it has invalid characters."))
    }

    @Test("another version of HTTP has a separate status")
    func version() { #expect(status("GET / HTTP/2.0\r\nHost: a\r\n\r\n") == 505) }

    @Test("a request beyond the limit is refused, complete or not")
    func limit() {
        let long = String(repeating: "a", count: RequestHead.Limits.redirect.head)
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
            if case .complete(let head) = RequestHead.read(bytes, within: .redirect) {
                #expect(head.target.hasPrefix("/"))
            }
        }
    }
}

import KeyfobCore
import Testing

@Suite("HTTPURL")
struct HTTPURLTests {
    @Test("parses a URL and normalises scheme, host and default port")
    func parts() throws {
        let url = try #require(HTTPURL("HTTPS://Login.Example:443/a/b%20c?x=1&y=?"))
        #expect(url.scheme == "https" && url.host == "login.example" && url.port == nil)
        #expect(url.path == "/a/b%20c" && url.query == "x=1&y=?")
        #expect(url.effectivePort == 443 && url.origin == "https://login.example")
        #expect(url.description == "https://login.example/a/b%20c?x=1&y=?")
    }

    @Test("keeps another port, an empty query and an IPv6 literal")
    func ports() throws {
        let url = try #require(HTTPURL("http://[::1]:8080?"))
        #expect(url.host == "[::1]" && url.port == 8080 && url.path == "/" && url.query == "" && url.isLoopback)
        #expect(url.hostAndPort == "[::1]:8080")
        #expect(HTTPURL("http://h:80/")?.port == nil)
        #expect(HTTPURL("https://h:80/")?.port == 80)
    }

    @Test(
        "refuses ambiguous texts and texts that are not URLs",
        arguments: [
            "", "https", "https:", "https://", "https:///path", "https://?q", "ftp://h/", "//h/", "/path", "h.example",
            "https://user@h/", "https://user:pw@h/", "https://h@evil/", "https://h/#f", "https://h/#", "https://h:/",
            "https://h:0/", "https://h:65536/", "https://h:99999999999999999999/", "https://h:+1/", "https://h:a/",
            "https://h /", "https://h/ a", "https://h/\n", "https://h/\u{0}", "https://é.example/", "https://h/é",
            "https://h/%", "https://h/%4", "https://h/%zz", "https://h/?%", "https://h\\evil/", "https://h/\\evil",
            "https://h/<", "https://h/\"", "https://[::1", "https://::1/", "https://[]/", "https://[[::1]]/",
            "https://[:]/", "https://[1::2::3]/", "https://[:::]/", "https://[12345::]/", "https://[1:2:3]/",
            "https://[::1]x/", "https://[::1]]/", "https://a..b/", "https://.a/", "https://./", "https://a,b/",
            " https://h/",
        ])
    func refuses(text: String) {
        #expect(HTTPURL(text) == nil)
    }

    @Test(
        "accepts every written form of an IPv6 address",
        arguments: ["[::]", "[::1]", "[fe80::1:2]", "[1:2:3:4:5:6:7:8]", "[1::]"])
    func ipv6(host: String) {
        #expect(HTTPURL("https://\(host)/")?.host == host)
    }

    @Test("loopback is the three names of RFC 8252, and no similar name")
    func loopback() {
        for host in ["localhost", "127.0.0.1", "[::1]", "LOCALHOST"] {
            #expect(HTTPURL("http://\(host):1/")?.isLoopback == true, "\(host)")
        }
        for host in ["localhost.evil.example", "127.0.0.1.evil.example", "127.0.0.2", "xlocalhost", "[::2]"] {
            #expect(HTTPURL("http://\(host):1/")?.isLoopback == false, "\(host)")
        }
    }

    @Test("changing the path on the same origin drops the query")
    func withPath() throws {
        let url = try #require(HTTPURL("https://h:8443/a?b=c"))
        #expect(url.with(path: "token").description == "https://h:8443/token")
        #expect(url.with(path: "/x", query: "y=z").description == "https://h:8443/x?y=z")
    }

    @Test("seeded random changes of a URL never trap, and accepted URLs survive a round trip")
    func mutations() {
        var random = SplitMix(seed: 0x5552_4C)
        let valid = Array("https://[::1]:8443/a%20b/c?d=e&f=%C3%BC".utf8)
        for _ in 0..<20_000 {
            var bytes = valid
            for _ in 0...random.below(3) { random.mutate(&bytes) }
            guard let url = HTTPURL(String(decoding: bytes, as: UTF8.self)) else { continue }
            #expect(HTTPURL(url.description) == url)
        }
    }
}

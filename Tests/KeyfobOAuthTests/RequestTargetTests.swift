import KeyfobCore
import KeyfobOAuth
import Testing

@Suite("The target of a request")
struct RequestTargetTests {
    @Test("Host names the host and the port, and the request line the path")
    func plain() throws {
        for (path, host, url) in [
            ("/", "localhost:8443", "https://localhost:8443/"), ("/a?b=c", "LOCALHOST", "https://localhost/a?b=c"),
            ("//x/", "login.example:443", "https://login.example//x/"), ("/?", "[::1]:8443", "https://[::1]:8443/?"),
        ] {
            #expect(RequestTarget.url(path: path, hosts: [host])?.description == url, "\(host)")
        }
    }

    @Test(
        "A Host that is more than a host and a port moves nothing into the path",
        arguments: [
            "localhost:8443/_admin", "localhost/_admin", "localhost?x=", "localhost:8443?", "localhost/..",
            "localhost#x",
            "user@localhost", "localhost@evil.test", "localhost\\evil", "localhost:", "localhost:0", "localhost:65536",
            "localhost:-1", "", " localhost", "localhost,evil.test", "localhost%2f_admin", "local host", "[::1", "::1",
            "https://localhost", "localhost:8443:1", "ｌocalhost",
        ])
    func authority(host: String) {
        #expect(RequestTarget.url(path: "/x", hosts: [host]) == nil)
    }

    @Test("No Host, and more than one, is refused, and so is a path without a slash")
    func number() {
        #expect(RequestTarget.url(path: "/", hosts: []) == nil)
        #expect(RequestTarget.url(path: "/", hosts: ["localhost", "localhost"]) == nil)
        #expect(RequestTarget.url(path: "/", hosts: ["localhost", "evil.test"]) == nil)
        #expect(RequestTarget.url(path: "*", hosts: ["localhost"]) == nil)
        #expect(RequestTarget.url(path: "", hosts: ["localhost"]) == nil)
        #expect(RequestTarget.url(path: "@evil.test/", hosts: ["localhost"]) == nil)
    }

    @Test("An absolute target has its own host")
    func absolute() throws {
        let parts = try #require(RequestTarget.parts(absolute: "https://Login.Example:444/a/b?c=d"))
        #expect(parts.host == "login.example:444" && parts.path == "/a/b?c=d")
        #expect(RequestTarget.parts(absolute: "https://login.example")?.path == "/")
        for target in ["http://localhost/", "*", "localhost:8443", "/a", "ftp://localhost/", "https://a@localhost/"] {
            #expect(RequestTarget.parts(absolute: target) == nil, "\(target)")
        }
    }
}

import KeyfobCore
import Testing

@Suite("RedirectURI")
struct RedirectURITests {
    @Test(
        "accepts redirect URIs of native apps",
        arguments: [
            "http://localhost", "http://localhost/contoso-a", "http://127.0.0.1:8080/cb", "http://[::1]:1/",
            "msauth.test.contoso.a://auth", "x-msauth-contoso://test.contoso.a", "https://app.example/cb?x=1",
            "com.example.app:/oauth",
        ])
    func accepts(text: String) throws {
        #expect(try RedirectURI(text).value == text)
    }

    @Test(
        "refuses URIs that must not receive a code",
        arguments: [
            "", "auth", "//host/x", ":", ":x", "1a:x", "a b:x", "x y://z", "http://app.example/cb", "http:", "https:",
            "http://localhost.evil.example/", "http://localhost@evil.example/", "https://h/#f", "msauth.x://auth#f",
            "javascript:alert(1)", "JavaScript://x/%0aalert(1)", "data:text/html,x", "file:///etc/passwd", "msauth.x:",
            "msauth.é://auth", "http://localhost/%", "msauth.x://a\nb",
        ])
    func refuses(text: String) {
        let error = #expect(throws: AuthError.self) { try RedirectURI(text) }
        #expect(error?.code == .configuration)
        #expect(error?.remedy != nil)
    }

    @Test("refuses more than 256 bytes")
    func length() throws {
        let longest = "msauth.x://" + String(repeating: "a", count: 245)
        #expect(try RedirectURI(longest).value.utf8.count == 256)
        #expect(throws: AuthError.self) { try RedirectURI(longest + "a") }
    }

    @Test("recognises the loopback redirect, whose port may vary")
    func loopback() throws {
        #expect(try RedirectURI("http://localhost:5000/x").isLoopback)
        #expect(try !RedirectURI("https://localhost/x").isLoopback)
        #expect(try !RedirectURI("msauth.x://localhost").isLoopback)
    }

    @Test("is compared as text, without normalising")
    func identity() throws {
        #expect(try RedirectURI("https://a.example/") != RedirectURI("https://a.example"))
        #expect(try RedirectURI("MSAUTH.x://auth").scheme == "msauth.x")
    }
}

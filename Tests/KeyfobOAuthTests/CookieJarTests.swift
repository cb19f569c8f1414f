import Foundation
import KeyfobCore
import KeyfobOAuth
import Testing

@Suite struct CookieJarTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func url(_ text: String) throws -> HTTPURL { try #require(HTTPURL(text)) }

    @Test(arguments: [
        ("https://evil.test/", "test", "https://other.test/"), ("https://evil.test/", ".test", "https://other.test/"),
        ("https://10.0.0.1/", "0.0.1", "https://11.0.0.1/"), ("https://10.0.0.1/", "1", "https://11.0.0.1/"),
    ])
    func `no site sets a cookie for a whole top-level domain, or for a part of an address`(
        from: String, domain: String, other: String
    ) throws {
        var jar = CookieJar()
        jar.receive(["a=1; Domain=\(domain)"], from: try url(from), now: now)
        #expect(try jar.field(for: url(other), now: now) == nil)
        #expect(jar.count == 0)
    }

    @Test func `a domain of several labels has its cookie, and a host that is its own domain keeps it to itself`()
        throws
    {
        var jar = CookieJar()
        jar.receive(["a=1; Domain=login.test"], from: try url("https://eu.login.test/"), now: now)
        #expect(try jar.field(for: url("https://us.login.test/"), now: now) == "a=1")
        jar.receive(["b=1; Domain=localhost"], from: try url("https://localhost:8443/"), now: now)
        #expect(try jar.field(for: url("https://localhost:8443/"), now: now) == "b=1")
        #expect(try jar.field(for: url("https://x.localhost:8443/"), now: now) == nil)
    }

    @Test func `a site with many cookies drives out its own alone`() throws {
        var jar = CookieJar()
        jar.receive(["mine=1"], from: try url("https://login.provider.test/"), now: now)
        for host in 0..<20 {
            let fields = (0..<100).map { "c\($0)=1" }
            jar.receive(fields, from: try url("https://h\(host).evil.example/"), now: now)
        }
        #expect(try jar.field(for: url("https://login.provider.test/"), now: now) == "mine=1")
        #expect(try jar.field(for: url("https://h19.evil.example/"), now: now)?.contains("c99=1") == true)
        #expect(jar.count <= CookieJar.maximumCount)
    }
}

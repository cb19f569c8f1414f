import KeyfobCore
import KeyfobOAuth
import Testing

@Suite("A transport sends a request once and returns the response")
struct TransportTests {
    @Test("the request is received as sent, and the response is returned unchanged", arguments: AnyTransport.allCases)
    func roundTrip(kind: AnyTransport) async throws {
        let server = try ScriptedServer(
            .text(
                "HTTP/1.1 400 Bad Request\r\nX-One: 1\r\nContent-Type: application/json\r\n"
                    + "Content-Length: 17\r\n\r\n{\"error\":\"denied\"}".dropLast()))
        let form = try FormParameters(parsing: "grant_type=refresh_token&scope=a%20b")
        let request = HTTPRequest.form(try server.url("/t/token?x=%2F"), form)
        let response = try await kind.use { try await $0.send(request) }
        #expect(response.status == 400)
        #expect(response.fields["x-one"] == "1")
        #expect(String(decoding: response.body, as: UTF8.self) == "{\"error\":\"denied\"")

        let sent = try #require(server.requests.first)
        #expect(server.requests.count == 1)
        #expect(sent.hasPrefix("POST /t/token?x=%2F HTTP/1.1\r\n"))
        #expect(sent.contains("application/x-www-form-urlencoded;charset=utf-8\r\n"))
        #expect(sent.hasSuffix("\r\n\r\n" + form.encoded))
    }

    @Test("a redirect is returned and not followed", arguments: AnyTransport.allCases, [301, 302, 303, 307, 308])
    func redirect(kind: AnyTransport, status: Int) async throws {
        let other = try ScriptedServer(.text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))
        let target = try other.url("/stolen")
        let server = try ScriptedServer(
            .text("HTTP/1.1 \(status) Moved\r\nLocation: \(target)\r\nContent-Length: 2\r\n\r\nhi"))
        let url = try server.url()
        let response = try await kind.use { transport in
            try await transport.send(HTTPRequest.form(url, FormParameters([("refresh_token", "x")])))
        }
        #expect(response.status == status)
        #expect(response.fields["Location"] == target.description)
        #expect(other.requests.isEmpty)
        #expect(server.requests.count == 1)
    }

    @Test("HTML is returned unchanged", arguments: AnyTransport.allCases)
    func html(kind: AnyTransport) async throws {
        let server = try ScriptedServer(
            .text("HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<h1>Proxy</h1>"))
        let url = try server.url()
        let response = try await kind.use { try await $0.send(.get(url)) }
        #expect(response.status == 502)
        #expect(response.body == Array("<h1>Proxy</h1>".utf8))
    }

    @Test("a cookie is not sent back", arguments: AnyTransport.allCases)
    func cookies(kind: AnyTransport) async throws {
        let server = try ScriptedServer(
            .text("HTTP/1.1 200 OK\r\nSet-Cookie: session=1; Path=/\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"))
        let url = try server.url()
        try await kind.use { transport in
            _ = try await transport.send(.get(url))
            _ = try await transport.send(.get(url))
        }
        #expect(server.requests.count == 2)
        #expect(!server.requests.contains { $0.lowercased().contains("cookie") })
    }

    @Test("a body at the limit is accepted", arguments: AnyTransport.allCases)
    func bodyAtLimit(kind: AnyTransport) async throws {
        let body = String(repeating: "a", count: 5000)
        let server = try ScriptedServer(.text("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n" + body))
        let url = try server.url()
        let response = try await kind.use(bodyLimit: 5000) { try await $0.send(.get(url)) }
        #expect(response.body.count == 5000)
    }
}

import Foundation
import KeyfobBackport
import KeyfobCore
import KeyfobCrypto
import KeyfobIdPHTTP
import KeyfobOAuth
import Testing

@Suite("The provider on a socket", .timeLimit(.minutes(10)))
struct ProviderServerTests {
    @Test("A request reaches the handler complete, with an absolute URL")
    func wholeRequest() async throws {
        try await withServer(handler: echo) { server, curl in
            let answer = try await curl(
                "-b", "a=1; b=2", "-d", "x=1", "https://localhost:\(server.port)/t/oauth2?q=%20a")
            #expect(answer.status == 200)
            #expect(answer.head.contains("\r\ndate: sun, 06 nov 1994 08:49:37 gmt"))
            let seen = try JSONValue(parsing: answer.body)
            #expect(seen["method"] == "POST")
            #expect(seen["url"]?.stringValue == "https://localhost:\(server.port)/t/oauth2?q=%20a")
            #expect(seen["cookie"] == "a=1; b=2")
            #expect(seen["length"] == 3)
        }
    }

    @Test("It listens on both loopback addresses, with a certificate for each", arguments: ["127.0.0.1", "[::1]"])
    func bothAddresses(host: String) async throws {
        try await withServer(handler: echo) { server, curl in
            let answer = try await curl("https://\(host):\(server.port)/")
            #expect(answer.status == 200)
        }
    }

    @Test(
        "The handler gets the connection's own address, and no header replaces it",
        arguments: ["127.0.0.1", "[::1]"])
    func peerAddress(host: String) async throws {
        let authority = try CertificateAuthority.create(commonName: "Test CA", now: SystemClock().now)
        let folder = NSTemporaryDirectory() + "keyfob-peer-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(authority.certificatePEM.utf8).write(to: URL(fileURLWithPath: folder + "/ca.pem"))
        let server = ProviderServer(
            identity: try identity(by: authority), hosts: ["localhost", "127.0.0.1", "[::1]"], clock: StandingClock(),
            asksForCertificate: false,
            peerHandler: { _, peer in .json(["address": .string(peer.address ?? "")]) })
        let running = try await server.start(host: "127.0.0.1", port: 0)
        let answer = try await Curl(caFile: folder + "/ca.pem")(
            "-H", "X-Forwarded-For: 192.0.2.1", "-H", "Forwarded: for=192.0.2.1", "https://\(host):\(running.port)/")
        await running.stop()
        let seen = try JSONValue(parsing: answer.body)["address"]?.stringValue
        #expect(seen == (host == "[::1]" ? "::1" : "127.0.0.1"))
    }

    @Test("A client that does not trust the CA gets no response")
    func untrusted() async throws {
        try await withServer(handler: echo) { server, _ in
            let answer = try await Curl(caFile: "")("https://localhost:\(server.port)/")
            #expect(answer.exitCode == 60)
            #expect(answer.status == 0)
        }
    }

    @Test("A request for a foreign host is refused, although it comes over loopback")
    func foreignHost() async throws {
        let calls = Mutex(0)
        try await withServer(
            handler: { request in
                calls.withLock { $0 += 1 }
                return await echo(request)
            },
            { server, curl in
                for host in ["evil.example", "evil.example:\(server.port)", "a@localhost", "localhost:0", ""] {
                    let answer = try await curl("-H", "Host: \(host)", "https://localhost:\(server.port)/")
                    #expect(answer.status == 421 || answer.status == 400)
                }
                #expect(calls.withLock { $0 } == 0)
            })
    }

    @Test("Host names a host and a port only: a path, a query or a user in it is refused")
    func authority() async throws {
        let calls = Mutex(0)
        try await withServer(
            handler: { request in
                calls.withLock { $0 += 1 }
                return await echo(request)
            },
            { server, curl in
                for rest in ["/_admin", "/_admin?", "?x=", "/..", "#x", "@localhost:\(server.port)"] {
                    let host = "Host: localhost:\(server.port)\(rest)"
                    let answer = try await curl("-H", host, "https://localhost:\(server.port)/x")
                    #expect(answer.status == 400, "\(host)")
                }
                #expect(calls.withLock { $0 } == 0)
            })
    }

    @Test("An absolute target replaces Host: one of another host is refused, and one of this server is served")
    func absoluteTarget() async throws {
        try await withServer(handler: echo) { server, curl in
            let own = "localhost:\(server.port)"
            func answer(_ target: String, host: String) async throws -> Curl.Answer {
                try await curl("--request-target", target, "-H", "Host: \(host)", "https://\(own)/")
            }
            let served = try await answer("https://\(own)/other?x=1", host: "evil.example")
            #expect(served.status == 200)
            #expect(try JSONValue(parsing: served.body)["url"] == .string("https://\(own)/other?x=1"))
            #expect(try await answer("https://evil.example/x", host: own).status == 421)
            #expect(try await answer("https://localhost:1/x", host: own).status == 421)
            for target in ["http://\(own)/x", "ftp://\(own)/x", "https://a@\(own)/x", "*"] {
                #expect(try await answer(target, host: own).status == 400, "\(target)")
            }
        }
    }

    @Test("The port in an address is the listening one or the configured one; no other gets into an issuer")
    func foreignPort() async throws {
        let calls = Mutex(0)
        let authority = try CertificateAuthority.create(commonName: "Test CA", now: SystemClock().now)
        let server = ProviderServer(
            identity: try identity(by: authority), hosts: ["localhost"], publicPorts: [443, 9443],
            clock: StandingClock(), asksForCertificate: false,
            peerHandler: { request, _ in
                calls.withLock { $0 += 1 }
                return await echo(request)
            })
        let running = try await server.start(host: "127.0.0.1", port: 0)
        let curl = Curl(caFile: "")
        func status(_ host: String) async throws -> Int {
            try await curl("--insecure", "-H", "Host: \(host)", "https://localhost:\(running.port)/").status
        }
        for host in ["localhost:\(running.port)", "localhost:9443", "localhost", "localhost:443"] {
            #expect(try await status(host) == 200, "\(host)")
        }
        #expect(calls.withLock { $0 } == 4)
        for host in ["localhost:1", "localhost:8443", "localhost:65535"] where host != "localhost:\(running.port)" {
            #expect(try await status(host) == 421, "\(host)")
        }
        #expect(calls.withLock { $0 } == 4)
        await running.stop()
    }

    @Test("A handler without a response closes the connection, and the next request is served")
    func noAnswer() async throws {
        let calls = Mutex(0)
        try await withServer(
            handler: { request in
                let isFirst = calls.withLock { calls in
                    calls += 1
                    return calls == 1
                }
                return isFirst ? nil : await echo(request)
            },
            { server, curl in
                let dropped = try await curl("https://localhost:\(server.port)/")
                #expect(dropped.status == 0)
                // 52: an empty reply; 56: the connection broke while it was read.
                #expect([52, 56].contains(dropped.exitCode))
                #expect(try await curl("https://localhost:\(server.port)/").status == 200)
            })
    }

    @Test("A HEAD request gets the head alone, with the length that GET has")
    func head() async throws {
        try await withServer(handler: { _ in .json(["a": 1]) }) { server, curl in
            let answer = try await curl("--head", "https://localhost:\(server.port)/")
            #expect(answer.head.contains("\r\ncontent-length: 7"))
            #expect(answer.body.isEmpty)
        }
    }

    @Test("A line break in a field's value cannot start another field")
    func headerInjection() async throws {
        let hostile = HTTPResponse(status: 200, fields: ["X-A": "b\r\nX-Evil: 1", "X Bad": "1"])
        try await withServer(handler: { _ in hostile }) { server, curl in
            let answer = try await curl("https://localhost:\(server.port)/")
            #expect(answer.status == 200)
            #expect(!answer.head.contains("\r\nx-evil"))
        }
    }

    @Test("A request in progress when the server stops still gets its response")
    func gracefulStop() async throws {
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        try await withServer(
            handler: { _ in
                enter.yield()
                for await _ in released { break }
                return .json(["done": true])
            },
            { server, curl in
                async let answer = curl("https://localhost:\(server.port)/")
                for await _ in entered { break }
                async let stopped: Void = server.stop()
                // The listening socket is closed first; only then may the response be sent.
                while isListening(server.port) { await Task.yield() }
                release.yield()
                let status = try await answer.status
                #expect(status == 200)
                await stopped
            })
    }

    @Test("A port in use is reported in a message")
    func portInUse() async throws {
        try await withServer(handler: echo) { server, _ in
            let authority = try CertificateAuthority.create(commonName: "Test CA", now: SystemClock().now)
            let other = ProviderServer(
                identity: try identity(by: authority), hosts: [], clock: StandingClock(), handler: echo)
            let error = await #expect(throws: ListenError.self) {
                try await other.start(host: "127.0.0.1", port: server.port)
            }
            #expect(error?.reason == .addressInUse)
            #expect(error?.description.contains("--port") == true)
        }
    }
}

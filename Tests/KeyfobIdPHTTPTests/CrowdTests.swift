import Foundation
import KeyfobIdPHTTP
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Many and slow clients", .timeLimit(.minutes(10)))
struct CrowdTests {
    @Test("One connection too many gets 503 with a time to wait, and is served once there is room")
    func connections() async throws {
        var limits = ServerLimits.standard
        limits.connections = 3
        try await withServer(limits: limits, handler: echo) { server, curl in
            let url = "https://localhost:\(server.port)/"
            #expect(try await curl(url).status == 200)
            // They send nothing; the server need not have noticed them when the next one comes.
            let idle = (0..<3).map { _ in Self.connection(to: server.port) }
            let deadline = ContinuousClock.now + .seconds(Self.patience)
            var answer = try await curl(url)
            while answer.status == 200, .now < deadline { answer = try await curl(url) }
            #expect(answer.status == 503 && answer.head.contains("\r\nretry-after: 5"))
            #expect(answer.head.contains("connection: close") && answer.body.contains("temporarily_unavailable"))
            for descriptor in idle { close(descriptor) }
            repeat { answer = try await curl(url) } while answer.status != 200 && .now < deadline
            #expect(answer.status == 200)
        }
    }

    @Test("Beyond those that get a 503, connections are closed without a response")
    func beyond() async throws {
        var limits = ServerLimits.standard
        limits.connections = 0
        limits.connectionsOverLimit = 0
        try await withServer(limits: limits, handler: echo) { server, curl in
            let answer = try await curl("https://localhost:\(server.port)/")
            #expect(answer.status == 0 && answer.exitCode != 0)
        }
    }

    @Test(
        "A client that sends nothing is closed when its time for a request is over, well before the idle limit")
    func silent() async throws {
        try await withServer(limits: Self.impatient, handler: echo) { server, _ in
            let descriptor = Self.connection(to: server.port)
            defer { close(descriptor) }
            var limit = timeval(tv_sec: Self.patience, tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            let (count, failure) = await Task.detached {
                var byte: UInt8 = 0
                let count = recv(descriptor, &byte, 1, 0)
                return (count, count < 0 ? errno : 0)
            }.value
            #expect(count == 0 || failure == ECONNRESET, "\(count) \(failure)")
        }
    }

    @Test("A client that sends a byte now and then is closed as well, and others get responses meanwhile")
    func trickling() async throws {
        try await withServer(limits: Self.impatient, handler: echo) { server, curl in
            let url = "https://localhost:\(server.port)/"
            // A day for its body, and never silent for long.
            let script = """
                (printf 'POST / HTTP/1.1\\r\\nHost: localhost:\(server.port)\\r\\nContent-Length: 500000\\r\\n\\r\\n'
                while printf x; do sleep 0.2; done) |
                timeout \(Self.patience) openssl s_client -quiet -connect 127.0.0.1:\(server.port) -servername localhost 2>&1
                """
            async let slow = ChildProcess.run(
                "/usr/bin/env", ["bash", "-c", script], environment: ProcessInfo.processInfo.environment)
            // Where other tests take both processors, a client may need more than its two seconds.
            let deadline = ContinuousClock.now + .seconds(Self.patience)
            var status = 0
            repeat { status = try await curl(url).status } while status != 200 && .now < deadline
            #expect(status == 200)
            let outcome = try await slow
            #expect(outcome.status != 124, "the server had not closed it")
            #expect(!outcome.output.contains("HTTP/1.1 200"))
        }
    }

    @Test("A connection may be reused after a response, each time with the whole time for a request")
    func again() async throws {
        try await withServer(limits: Self.impatient, handler: echo) { server, curl in
            let url = "https://localhost:\(server.port)/"
            // Three requests, a second and a half apart: the connection is open for longer than a request may take.
            let deadline = ContinuousClock.now + .seconds(Self.patience)
            var reused = 0
            repeat {
                let answer = try await curl(
                    url, url, url, "--rate", "40/m", "--write-out", "connects: %{num_connects};")
                reused = answer.body.components(separatedBy: "connects: 0;").count - 1
            } while reused < 2 && .now < deadline
            #expect(reused == 2)
        }
    }

    /// The seconds that a client of these tests waits for an event that should come after two at the latest.
    private static let patience = 30

    private static var impatient: ServerLimits {
        var limits = ServerLimits.standard
        limits.idleSeconds = 3600
        limits.requestSeconds = 2
        return limits
    }

    private static func connection(to port: Int) -> Int32 {
        let descriptor = socket(AF_INET, SocketType.stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        #expect(connected == 0)
        return descriptor
    }
}

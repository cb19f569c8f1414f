import Dispatch
import KeyfobCore
import KeyfobOAuth
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("A transport names what went wrong")
struct TransportFailureTests {
    private static let tenMegabytes = [UInt8](repeating: 0x20, count: 10 * 1024 * 1024)

    @Test("10 MB that announce themselves are refused", arguments: AnyTransport.allCases)
    func announced(kind: AnyTransport) async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(Self.tenMegabytes.count)\r\n\r\n"
        let server = try ScriptedServer(.bytes(Array(head.utf8) + Self.tenMegabytes))
        #expect(try await kind.failure(of: .get(server.url())) == .bodyTooLarge)
    }

    @Test("10 MB that do not are refused while they come", arguments: AnyTransport.allCases)
    func unannounced(kind: AnyTransport) async throws {
        let server = try ScriptedServer(
            .bytesThenSilence(Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8) + Self.tenMegabytes))
        #expect(try await kind.failure(of: .get(server.url())) == .bodyTooLarge)
    }

    @Test("a body that breaks off is no answer", arguments: AnyTransport.allCases)
    func truncated(kind: AnyTransport) async throws {
        let server = try ScriptedServer(.text("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"access_tok"))
        #expect(try await kind.failure(of: .get(server.url())) == .invalidResponse)
        #expect(server.requests.count == 1)
    }

    @Test("nothing is no answer, and the request is not repeated", arguments: AnyTransport.allCases)
    func nothing(kind: AnyTransport) async throws {
        let server = try ScriptedServer(.nothing)
        #expect(try await kind.failure(of: .get(server.url())) == .invalidResponse)
        #expect(server.requests.count == 1)
        let form = HTTPRequest.form(try server.url(), FormParameters([("a", "b")]))
        #expect(try await kind.failure(of: form) == .invalidResponse)
        #expect(server.requests.count == 2)
    }

    @Test("what is not HTTP is no answer", arguments: AnyTransport.allCases)
    func garbage(kind: AnyTransport) async throws {
        let server = try ScriptedServer(.text("SSH-2.0-OpenSSH_9.2\r\n\r\nsomething else\r\n"))
        #expect(try await kind.failure(of: .get(server.url())) == .invalidResponse)
    }

    // Not `urlSession`: FoundationNetworking itself ends the process here, as `URLSessionTransport` documents.
    @Test("a head that breaks off is no answer", arguments: [AnyTransport.asyncHTTP])
    func truncatedHead(kind: AnyTransport) async throws {
        let server = try ScriptedServer(.text("HTTP/1.1 200 OK\r\nContent-Le"))
        #expect(try await kind.failure(of: .get(server.url())) == .invalidResponse)
    }

    @Test("a port at which nobody listens is said to be one", arguments: AnyTransport.allCases)
    func refused(kind: AnyTransport) async throws {
        // Bound and held, so that no other test can come to listen there meanwhile.
        let descriptor = socket(AF_INET, streamSocket, 0)
        defer { close(descriptor) }
        try #require(Loopback.bind(descriptor, port: 0))
        let port = Loopback.port(of: descriptor)
        let url = try #require(HTTPURL("http://127.0.0.1:\(port)/"))
        #expect(try await kind.failure(of: .get(url)) == .cannotConnect)
    }

    @Test("a server that keeps silent costs the time-out and no more", arguments: AnyTransport.allCases)
    func silence(kind: AnyTransport) async throws {
        let server = try ScriptedServer(.silence)
        let failure = try await kind.failure(of: .get(server.url()), timeoutSeconds: 1)
        #expect(failure == .timedOut)
        #expect(server.requests.count <= 1)
    }

    @Test("the time-out covers the body", arguments: AnyTransport.allCases)
    func slowBody(kind: AnyTransport) async throws {
        let server = try ScriptedServer(
            .bytesThenSilence(Array("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc".utf8)))
        let failure = try await kind.failure(of: .get(server.url()), timeoutSeconds: 2)
        #expect(failure == .timedOut)
    }

    @Test("a request may ask for more patience than the transport has", arguments: AnyTransport.allCases)
    func patience(kind: AnyTransport) async throws {
        let gate = DispatchSemaphore(value: 0)
        let server = try ScriptedServer(
            .bytesAfter(gate, Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8)))
        var patient = HTTPRequest.get(try server.url())
        patient.patienceSeconds = 60
        let asked = patient
        let late = Task { try await kind.use(timeoutSeconds: 0.2) { try await $0.send(asked).status } }
        while server.requests.isEmpty { await Task.yield() }
        // One that began after it, and has no patience of its own, has given up.
        #expect(try await kind.failure(of: .get(server.url()), timeoutSeconds: 0.5) == .timedOut)
        gate.signal()
        gate.signal()
        #expect(try await late.value == 200)
    }

    @Test("a cancelled task gets its request cancelled", arguments: AnyTransport.allCases)
    func cancelled(kind: AnyTransport) async throws {
        let server = try ScriptedServer(.silence)
        let request = HTTPRequest.get(try server.url())
        let task = Task { try await kind.failure(of: request) }
        while server.requests.isEmpty { await Task.yield() }
        task.cancel()
        #expect(try await task.value == .cancelled)
    }

    @Test("an error holds nothing of the query and the body", arguments: AnyTransport.allCases)
    func redaction(kind: AnyTransport) async throws {
        let server = try ScriptedServer(.nothing)
        let url = try server.url("/token?code=hidden-code")
        let text = try await kind.use { transport in
            do {
                _ = try await transport.send(.form(url, FormParameters([("refresh_token", "hidden-token")])))
                return "no error"
            } catch let error as TransportError {
                return error.description
            }
        }
        #expect(!text.contains("hidden") && text.contains("127.0.0.1"))
    }
}

import Dispatch
import KeyfobCore
import KeyfobOAuth
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("A transport reports the kind of failure")
struct TransportFailureTests {
    private static let tenMegabytes = [UInt8](repeating: 0x20, count: 10 * 1024 * 1024)

    @Test("10 MB with a Content-Length are refused", arguments: AnyTransport.allCases)
    func announced(kind: AnyTransport) async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(Self.tenMegabytes.count)\r\n\r\n"
        let server = try ScriptedServer(.bytes(Array(head.utf8) + Self.tenMegabytes))
        #expect(try await kind.failure(of: .get(server.url())) == .bodyTooLarge)
    }

    @Test("10 MB without one are refused while they are received", arguments: AnyTransport.allCases)
    func unannounced(kind: AnyTransport) async throws {
        let server = try ScriptedServer(
            .bytesThenSilence(Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8) + Self.tenMegabytes))
        #expect(try await kind.failure(of: .get(server.url())) == .bodyTooLarge)
    }

    @Test("an incomplete body is a failure", arguments: AnyTransport.allCases)
    func truncated(kind: AnyTransport) async throws {
        let server = try ScriptedServer(.text("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"access_tok"))
        #expect(try await kind.failure(of: .get(server.url())) == .invalidResponse)
        #expect(server.requests.count == 1)
    }

    @Test("an empty response is a failure, and the request is not repeated", arguments: AnyTransport.allCases)
    func nothing(kind: AnyTransport) async throws {
        let server = try ScriptedServer(.nothing)
        #expect(try await kind.failure(of: .get(server.url())) == .invalidResponse)
        #expect(server.requests.count == 1)
        let form = HTTPRequest.form(try server.url(), FormParameters([("a", "b")]))
        #expect(try await kind.failure(of: form) == .invalidResponse)
        #expect(server.requests.count == 2)
    }

    @Test("a response that is not HTTP is a failure", arguments: AnyTransport.allCases)
    func garbage(kind: AnyTransport) async throws {
        let server = try ScriptedServer(.text("SSH-2.0-OpenSSH_9.2\r\n\r\nsomething else\r\n"))
        #expect(try await kind.failure(of: .get(server.url())) == .invalidResponse)
    }

    // Not `urlSession`: FoundationNetworking itself ends the process here, as `URLSessionTransport` documents.
    @Test("an incomplete head is a failure", arguments: [AnyTransport.asyncHTTP])
    func truncatedHead(kind: AnyTransport) async throws {
        let server = try ScriptedServer(.text("HTTP/1.1 200 OK\r\nContent-Le"))
        #expect(try await kind.failure(of: .get(server.url())) == .invalidResponse)
    }

    @Test("a port without a listener is reported as such", arguments: AnyTransport.allCases)
    func refused(kind: AnyTransport) async throws {
        // Bound and held, so that no other test can listen on it meanwhile.
        let descriptor = socket(AF_INET, streamSocket, 0)
        defer { close(descriptor) }
        try #require(Loopback.bind(descriptor, port: 0))
        let port = Loopback.port(of: descriptor)
        let url = try #require(HTTPURL("http://127.0.0.1:\(port)/"))
        #expect(try await kind.failure(of: .get(url)) == .cannotConnect)
    }

    @Test("a server that does not respond fails with a time-out", arguments: AnyTransport.allCases)
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

    @Test("a request may have a longer time-out than the transport", arguments: AnyTransport.allCases)
    func patience(kind: AnyTransport) async throws {
        let gate = DispatchSemaphore(value: 0)
        let server = try ScriptedServer(
            .bytesAfter(gate, Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8)))
        var patient = HTTPRequest.get(try server.url())
        patient.patienceSeconds = 60
        let asked = patient
        let late = Task { try await kind.use(timeoutSeconds: 0.2) { try await $0.send(asked).status } }
        while server.requests.isEmpty { await Task.yield() }
        // One that began later, without its own time-out, has failed.
        #expect(try await kind.failure(of: .get(server.url()), timeoutSeconds: 0.5) == .timedOut)
        gate.signal()
        gate.signal()
        #expect(try await late.value == 200)
    }

    @Test("cancelling a task cancels its request", arguments: AnyTransport.allCases)
    func cancelled(kind: AnyTransport) async throws {
        let server = try ScriptedServer(.silence)
        let request = HTTPRequest.get(try server.url())
        let task = Task { try await kind.failure(of: request) }
        while server.requests.isEmpty { await Task.yield() }
        task.cancel()
        #expect(try await task.value == .cancelled)
    }

    @Test("an error contains nothing of the query and the body", arguments: AnyTransport.allCases)
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

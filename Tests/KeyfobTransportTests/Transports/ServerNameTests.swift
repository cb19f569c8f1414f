import Foundation
import KeyfobAsyncHTTP
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// Certificates made by openssl; each result is compared with curl's.
@Suite("A certificate has to name the requested host")
struct ServerNameTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let names: String?
        let host: String
        let isNamed: Bool

        init(_ names: String?, _ host: String, _ isNamed: Bool) {
            self.names = names
            self.host = host
            self.isNamed = isNamed
        }

        var testDescription: String { "\(names ?? "CN only") for \(host)" }
    }

    static let cases = [
        Case("DNS:localhost", "localhost", true),
        Case("DNS:LocalHost", "localhost", true),
        Case("DNS:localhost,IP:127.0.0.1", "localhost", true),
        Case("DNS:localhost,IP:127.0.0.1", "127.0.0.1", true),
        Case("IP:127.0.0.1", "127.0.0.1", true),
        Case("DNS:*.keyfob.test", "a.keyfob.test", true),
        Case("DNS:b.keyfob.test,DNS:a.keyfob.test", "a.keyfob.test", true),
        Case(nil, "localhost", true),
        // The address of the name, without the name.
        Case("IP:127.0.0.1", "localhost", false),
        Case("IP:127.0.0.1", "a.keyfob.test", false),
        Case("DNS:other.test,IP:127.0.0.1", "localhost", false),
        Case("URI:https://localhost/,IP:127.0.0.1", "localhost", false),
        Case("DNS:other.test", "localhost", false),
        Case("DNS:127.0.0.1", "127.0.0.1", false),
        Case("IP:127.0.0.2", "127.0.0.1", false),
        Case("DNS:*.keyfob.test,IP:127.0.0.1", "keyfob.test", false),
        Case("DNS:*.keyfob.test,IP:127.0.0.1", "b.a.keyfob.test", false),
        Case("DNS:*.test,IP:127.0.0.1", "keyfob.test", false),
        Case("DNS:*,IP:127.0.0.1", "localhost", false),
        Case("DNS:a.*.test,IP:127.0.0.1", "a.keyfob.test", false),
    ]

    @Test("otherwise nothing is sent: the decisions match curl's for names and addresses", arguments: cases)
    func decided(expected: Case) async throws {
        let folder = try TemporaryDirectory("keyfob-names")
        defer { folder.remove() }
        let identity = try await Self.issue(expected.names, in: folder.path)
        let server = try await TLSServer(identity)
        let transport = try AsyncHTTPTransport(
            trust: .caFile("\(folder.path)/ca.pem"), addresses: [expected.host: "127.0.0.1"])
        let url = try server.url(expected.host)
        switch await Self.ask(transport, url) {
        case .success(let response): #expect(expected.isNamed && response.status == 200)
        case .failure(let error):
            #expect(!expected.isNamed && error.code == .untrustedCertificate, "\(error)")
            #expect(error.message.contains("for another host"))
            #expect(server.received.value == 0)
        }
        await transport.shutdown()
        let curl = try await Self.run(
            "curl", "-sS", "-m", "20", "--noproxy", "*", "--cacert", "\(folder.path)/ca.pem", "--resolve",
            "\(expected.host):\(url.effectivePort):127.0.0.1", url.description)
        #expect(curl.status == (expected.isNamed ? 0 : 60), "\(curl.errors)")
        await server.stop()
    }

    @Test("each host is checked by its own name, also after another one on the same address")
    func byHost() async throws {
        let folder = try TemporaryDirectory("keyfob-names")
        defer { folder.remove() }
        let server = try await TLSServer(try await Self.issue("DNS:a.keyfob.test,IP:127.0.0.1", in: folder.path))
        let transport = try AsyncHTTPTransport(
            trust: .caFile("\(folder.path)/ca.pem"),
            addresses: ["a.keyfob.test": "127.0.0.1", "b.keyfob.test": "127.0.0.1"])
        for _ in 0..<2 {
            for host in ["a.keyfob.test", "127.0.0.1"] {
                #expect(try await transport.send(.get(server.url(host))).status == 200)
            }
            await #expect { try await transport.send(.get(server.url("b.keyfob.test"))) } throws: {
                ($0 as? TransportError)?.code == .untrustedCertificate
            }
        }
        await transport.shutdown()
        await server.stop()
    }

    @Test("one transport serves many hosts, and can be shut down during requests")
    func manyHosts() async throws {
        let folder = try TemporaryDirectory("keyfob-names")
        defer { folder.remove() }
        let server = try await TLSServer(try await Self.issue("DNS:*.keyfob.test", in: folder.path))
        let hosts = (0..<70).map { "h\($0).keyfob.test" }
        let transport = try AsyncHTTPTransport(
            trust: .caFile("\(folder.path)/ca.pem"),
            addresses: Dictionary(uniqueKeysWithValues: hosts.map { ($0, "127.0.0.1") }))
        for host in hosts + hosts.prefix(3) { #expect(try await transport.send(.get(server.url(host))).status == 200) }
        await withTaskGroup(of: Void.self) { group in
            for host in hosts { group.addTask { _ = try? await transport.send(.get(server.url(host))) } }
            await transport.shutdown()
        }
        await #expect { try await transport.send(.get(server.url("h0.keyfob.test"))) } throws: {
            ($0 as? TransportError)?.code == .cannotConnect
        }
        await server.stop()
    }

    private static func ask(
        _ transport: AsyncHTTPTransport, _ url: HTTPURL
    ) async -> Result<HTTPResponse, TransportError> {
        do throws(TransportError) {
            return .success(try await transport.send(.get(url)))
        } catch {
            return .failure(error)
        }
    }

    /// Issues a certificate with these alternative names from an authority without constraints.
    private static func issue(
        _ names: String?, in folder: String
    ) async throws -> (certificatePEM: String, privateKeyPEM: String) {
        let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        func openssl(_ arguments: [String]) async throws {
            let outcome = try await run("openssl", arguments)
            try #require(outcome.status == 0, "\(outcome.errors)")
        }
        try await openssl(
            ["req", "-x509"] + key + [
                "-keyout", "\(folder)/ca.key", "-out", "\(folder)/ca.pem", "-subj", "/CN=Test", "-days", "2",
                "-addext", "basicConstraints=critical,CA:TRUE",
            ])
        try await openssl(
            ["req"] + key + ["-keyout", "\(folder)/key.pem", "-out", "\(folder)/request", "-subj", "/CN=localhost"]
                + ["-addext", "keyUsage=digitalSignature"] + (names.map { ["-addext", "subjectAltName=\($0)"] } ?? []))
        try await openssl([
            "x509", "-req", "-in", "\(folder)/request", "-CA", "\(folder)/ca.pem", "-CAkey", "\(folder)/ca.key",
            "-copy_extensions", "copy", "-days", "2", "-out", "\(folder)/leaf.pem",
        ])
        return (
            try String(contentsOfFile: "\(folder)/leaf.pem", encoding: .utf8),
            try String(contentsOfFile: "\(folder)/key.pem", encoding: .utf8)
        )
    }

    private static func run(_ program: String, _ arguments: String...) async throws -> ChildProcess.Outcome {
        try await run(program, arguments)
    }

    private static func run(_ program: String, _ arguments: [String]) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(
            "/usr/bin/env", [program] + arguments, environment: ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"])
    }
}

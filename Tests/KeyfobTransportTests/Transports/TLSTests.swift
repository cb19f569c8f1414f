import Foundation
import KeyfobAsyncHTTP
import KeyfobCore
import KeyfobCrypto
import KeyfobOAuth
import KeyfobURLSession
import Testing

@Suite("A transport checks the server's certificate")
struct TLSTests {
    private let authority: CertificateAuthority

    init() throws {
        authority = try CertificateAuthority.create(commonName: "Test", permittedDNS: [], now: Date())
    }

    @Test("an authority that the system does not know is not trusted", arguments: AnyTransport.allCases)
    func unknownAuthority(kind: AnyTransport) async throws {
        let server = try await TLSServer(authority.issue(hosts: ["localhost"], now: Date(), validDays: 1))
        #expect(try await kind.failure(of: .get(server.url("localhost"))) == .untrustedCertificate)
        await server.stop()
    }

    @Test("an authority in a CA file is trusted, for the names in its certificates")
    func caFile() async throws {
        let file = try TemporaryFile(authority.certificatePEM)
        let server = try await TLSServer(authority.issue(hosts: ["localhost"], now: Date(), validDays: 1))
        let transport = try AsyncHTTPTransport(trust: .caFile(file.path))
        let response = try await transport.send(.get(server.url("localhost")))
        #expect(response.status == 200)
        await #expect {
            try await transport.send(.get(server.url("127.0.0.1")))
        } throws: {
            ($0 as? TransportError)?.code == .untrustedCertificate
        }
        await transport.shutdown()
        await server.stop()
    }

    @Test("an expired certificate is not trusted")
    func expired() async throws {
        let file = try TemporaryFile(authority.certificatePEM)
        let longAgo = Date(timeIntervalSinceNow: -10 * 86_400)
        let server = try await TLSServer(authority.issue(hosts: ["localhost"], now: longAgo, validDays: 1))
        let transport = try AsyncHTTPTransport(trust: .caFile(file.path))
        await #expect { try await transport.send(.get(server.url("localhost"))) } throws: {
            guard let error = $0 as? TransportError else { return false }
            // The message contains the reason, and the remedy names it, too.
            let told = AuthError(error)
            return error.code == .untrustedCertificate && told.message.contains("out of date")
                && told.remedy?.hasPrefix("Check the certificate's dates and this machine's clock") == true
        }
        await transport.shutdown()
        await server.stop()
    }

    @Test("a server without TLS is not an HTTPS server", arguments: AnyTransport.allCases)
    func plain(kind: AnyTransport) async throws {
        let server = try ScriptedServer(.text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))
        let url = try #require(HTTPURL("https://127.0.0.1:\(server.port)/"))
        let code = try await kind.failure(of: .get(url))
        #expect(code == .cannotConnect || code == .invalidResponse)
    }

    @Test(
        "an invalid CA file is a configuration error that names it",
        arguments: ["/nowhere/ca.pem", #filePath, "/"])
    func unusableFile(path: String) {
        #expect {
            try AsyncHTTPTransport(trust: .caFile(path))
        } throws: { error in
            AuthError.configuration ~= error && "\(error)".contains(path) && "\(error)".contains("--ca-file")
        }
    }

    @Test("the command line overrides KEYFOB_CA_FILE, which overrides SSL_CERT_FILE, which overrides the system")
    func precedence() {
        let both = ["KEYFOB_CA_FILE": "/k", "SSL_CERT_FILE": "/s"]
        #expect(TLSTrust(caFile: "/c", environment: both) == .caFile("/c"))
        #expect(TLSTrust(environment: both) == .caFile("/k"))
        #expect(TLSTrust(environment: ["SSL_CERT_FILE": "/s", "KEYFOB_CA_FILE": ""]) == .caFile("/s"))
        #expect(TLSTrust(environment: [:]) == .system)
    }
}

import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobIdPHTTP
import KeyfobOAuth
import Testing

@Suite("Client certificates on the socket, tested with curl", .timeLimit(.minutes(10)))
struct ClientCertificateTests {
    @Test func `the handler gets the certificate that the handshake proved, and no header replaces it`() async throws {
        let now = SystemClock().now
        let people = try UserCertificateAuthority.create(commonName: "People", now: now)
        let ada = try people.issue(commonName: "Ada", principalName: "ada@contoso.test", now: now)
        let grace = try people.issue(commonName: "Grace", principalName: "grace@contoso.test", now: now)
        let authority = try CertificateAuthority.create(commonName: "Test CA", now: now)
        let folder = NSTemporaryDirectory() + "keyfob-client-certificate-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func write(_ text: String, _ name: String) throws -> String {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
            return "\(folder)/\(name)"
        }
        let curl = Curl(caFile: try write(authority.certificatePEM, "ca.pem"))
        let certificate = try write(ada.certificatePEM, "ada.pem")
        let key = try write(ada.privateKeyPEM.reveal(), "ada.key")
        let otherKey = try write(grace.privateKeyPEM.reveal(), "grace.key")
        let server = ProviderServer(
            identity: try identity(by: authority), hosts: ["localhost"], clock: StandingClock(),
            asksForCertificate: true,
            peerHandler: { _, peer in
                .json(["certificate": peer.certificate.map { .string(Hex.encode($0)) } ?? .null])
            })
        let running = try await server.start(host: "127.0.0.1", port: 0)
        let url = "https://localhost:\(running.port)/"
        func seen(_ answer: Curl.Answer) throws -> String? {
            #expect(answer.status == 200)
            // curl prints two responses in sequence where it was given the address twice.
            let last = answer.body.components(separatedBy: "\r\n\r\n").last ?? ""
            return try JSONValue(parsing: last)["certificate"]?.stringValue
        }
        #expect(try seen(try await curl(url)) == nil)
        #expect(try seen(try await curl("-H", "X-Client-Cert: x", "-H", "X-Forwarded-Client-Cert: x", url)) == nil)
        for version in ["1.2", "1.3"] {
            let answer = try await curl(
                "--tls-max", version, "--tlsv\(version)", "--cert", certificate, "--key", key, url)
            #expect(try seen(answer) == Hex.encode(ada.der), "TLS \(version)")
        }
        let forged = try await curl("--cert", certificate, "--key", otherKey, url)
        #expect(forged.status == 0 && forged.exitCode != 0, "another's key proves nothing")
        // A second connection that resumes the first one's session is still Ada's.
        let resumed = try await curl(
            "--tls-max", "1.2", "--cert", certificate, "--key", key, "-H", "Connection: close", url, url)
        #expect(try seen(resumed) == Hex.encode(ada.der))
        await running.stop()
    }
}

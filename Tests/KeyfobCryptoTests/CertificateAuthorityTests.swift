#if Server
import Foundation
import KeyfobCore
import KeyfobCrypto
import Testing

@Suite("The certificate authority, verified by openssl")
struct CertificateAuthorityTests {
    private let now = Date(unixSeconds: 1_790_000_000)
    private let openssl: OpenSSL

    init() throws { openssl = try OpenSSL() }

    private func authority(_ hosts: [String] = []) throws -> CertificateAuthority {
        let authority = try CertificateAuthority.create(commonName: "Keyfob Test CA", permittedDNS: hosts, now: now)
        try openssl.write(authority.certificatePEM, "ca.pem")
        try openssl.write(authority.privateKeyPEM, "ca.key")
        return authority
    }

    private func verify(_ name: String, _ kind: String, at offset: Int = 0) throws -> OpenSSL.Result {
        try openssl.run(
            "verify", "-x509_strict", "-CAfile", "ca.pem", "-no-CApath", "-no-CAstore", "-purpose", "sslserver",
            "-attime", String(1_790_000_000 + offset), "-verify_\(kind)", name, "leaf.pem")
    }

    @Test("a server's certificate is valid for its names and addresses, and for no others")
    func issue() throws {
        let leaf = try authority(["idp.corp.example"]).issue(
            hosts: ["localhost", "contoso.test", "IDP.corp.example", "127.0.0.1", "[::1]"], now: now, validDays: 30)
        try openssl.write(leaf.certificatePEM, "leaf.pem")
        for host in ["localhost", "contoso.test", "idp.corp.example"] {
            let result = try verify(host, "hostname")
            #expect(result.status == 0, "\(host): \(result.output)")
        }
        for address in ["127.0.0.1", "::1"] {
            let result = try verify(address, "ip")
            #expect(result.status == 0, "\(address): \(result.output)")
        }
        #expect(try verify("other.test", "hostname").status != 0)
        #expect(try verify("127.0.0.2", "ip").status != 0)
        #expect(try verify("localhost", "hostname", at: -3500).status == 0, "a clock that is almost an hour behind")
        #expect(try verify("localhost", "hostname", at: -3700).status != 0)
        #expect(try verify("localhost", "hostname", at: 30 * 86400 - 60).status == 0)
        #expect(try verify("localhost", "hostname", at: 30 * 86400 + 60).status != 0)
    }

    @Test("a certificate for addresses only is valid, too")
    func addressesOnly() throws {
        let leaf = try authority().issue(hosts: ["127.0.0.1"], now: now)
        try openssl.write(leaf.certificatePEM, "leaf.pem")
        let result = try verify("127.0.0.1", "ip")
        #expect(result.status == 0, "\(result.output)")
    }

    @Test("the private key belongs to the certificate")
    func key() throws {
        let leaf = try authority().issue(hosts: ["localhost"], now: now)
        try openssl.write(leaf.certificatePEM, "leaf.pem")
        try openssl.write(leaf.privateKeyPEM, "leaf.key")
        let ofCertificate = try openssl.run("x509", "-in", "leaf.pem", "-pubkey", "-noout")
        let ofKey = try openssl.run("pkey", "-in", "leaf.key", "-pubout")
        #expect(ofKey.status == 0 && ofKey.output.contains("BEGIN PUBLIC KEY"))
        #expect(ofCertificate.output == ofKey.output)
    }

    @Test(
        "openssl refuses other names, even if the authority's key is stolen",
        arguments: [
            "DNS:evil.example", "DNS:localhost.evil.example", "DNS:login.microsoftonline.com", "DNS:xtest",
            "IP:192.0.2.1", "IP:127.0.0.2", "IP:2001:db8::1",
        ])
    func constraints(name: String) throws {
        _ = try authority()
        try openssl.write("subjectAltName=\(name)\nbasicConstraints=critical,CA:FALSE\n", "extensions")
        let request = try openssl.run(
            "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "leaf.key", "-subj",
            "/CN=stolen", "-out", "leaf.csr")
        #expect(request.status == 0, "\(request.output)")
        let signed = try openssl.run(
            "x509", "-req", "-in", "leaf.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "3650",
            "-extfile", "extensions", "-out", "leaf.pem")
        #expect(signed.status == 0, "\(signed.output)")
        let result = try openssl.run(
            "verify", "-CAfile", "ca.pem", "-no-CApath", "-no-CAstore", "-no_check_time", "leaf.pem")
        #expect(result.status != 0)
        #expect(result.output.contains("permitted subtree violation"), "\(result.output)")
    }

    @Test("the same signing method is accepted for a permitted name, so the constraints cause the refusals above")
    func control() throws {
        _ = try authority()
        try openssl.write("subjectAltName=DNS:any.test\nbasicConstraints=critical,CA:FALSE\n", "extensions")
        _ = try openssl.run(
            "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "leaf.key", "-subj",
            "/CN=control", "-out", "leaf.csr")
        _ = try openssl.run(
            "x509", "-req", "-in", "leaf.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "3650",
            "-extfile", "extensions", "-out", "leaf.pem")
        let result = try openssl.run(
            "verify", "-CAfile", "ca.pem", "-no-CApath", "-no-CAstore", "-no_check_time", "leaf.pem")
        #expect(result.status == 0, "\(result.output)")
    }

    @Test("the authority refuses to issue for such names, for no names, and for malformed ones")
    func refuses() throws {
        let authority = try authority()
        for hosts in [
            ["evil.example"], ["localhost", "evil.example"], ["192.0.2.1"], [], [""], ["*.test"], ["a..test"],
            ["a b.test"],
            [".test"],
        ] {
            #expect(throws: CryptoError.self, "\(hosts)") { try authority.issue(hosts: hosts, now: now) }
        }
        for days in [-1, 0, 826, Int.max] {
            #expect(throws: CryptoError.self) { try authority.issue(hosts: ["localhost"], now: now, validDays: days) }
        }
        for moment in [Double.infinity, -.infinity, .nan, 1e300, -1] {
            #expect(throws: CryptoError.self) {
                try authority.issue(hosts: ["localhost"], now: Date(timeIntervalSince1970: moment))
            }
        }
    }

    @Test("its text contains its properties")
    func text() throws {
        let leaf = try authority(["192.0.2.7", ".corp.example"]).issue(
            hosts: ["192.0.2.7", "a.corp.example"], now: now)
        try openssl.write(leaf.certificatePEM, "leaf.pem")
        let ca = try openssl.run("x509", "-in", "ca.pem", "-noout", "-text").output
        for line in [
            "X509v3 Basic Constraints: critical", "CA:TRUE, pathlen:0", "X509v3 Name Constraints: critical",
            "DNS:localhost", "DNS:test", "DNS:corp.example", "IP:127.0.0.1/255.255.255.255",
            "IP:192.0.2.7/255.255.255.255", "Certificate Sign, CRL Sign", "X509v3 Subject Key Identifier",
        ] {
            #expect(ca.contains(line), "\(line)")
        }
        let text = try openssl.run("x509", "-in", "leaf.pem", "-noout", "-text").output
        for line in [
            "CA:FALSE", "TLS Web Server Authentication", "IP Address:192.0.2.7, DNS:a.corp.example",
            "X509v3 Authority Key Identifier", "X509v3 Subject Key Identifier", "Digital Signature",
        ] {
            #expect(text.contains(line), "\(line)")
        }
        let result = try verify("192.0.2.7", "ip")
        #expect(result.status == 0, "\(result.output)")
    }

    @Test("stays the same when stored and parsed, including its constraints")
    func roundTrip() throws {
        let made = try authority(["corp.example"])
        let read = try CertificateAuthority(
            certificatePEM: made.certificatePEM, privateKeyPEM: made.privateKeyPEM)
        #expect(read.certificatePEM == made.certificatePEM && read.privateKeyPEM == made.privateKeyPEM)
        try openssl.write(try read.issue(hosts: ["a.corp.example"], now: now).certificatePEM, "leaf.pem")
        #expect(try verify("a.corp.example", "hostname").status == 0)
        #expect(throws: CryptoError.self) { try read.issue(hosts: ["evil.example"], now: now) }
    }

    @Test("another authority's key, a server's certificate and malformed certificates are refused")
    func mismatch() throws {
        let made = try authority()
        let leaf = try made.issue(hosts: ["localhost"], now: now)
        for (certificate, key) in [
            (made.certificatePEM, leaf.privateKeyPEM), (leaf.certificatePEM, leaf.privateKeyPEM),
            ("", made.privateKeyPEM), (made.certificatePEM, ""),
        ] {
            #expect(throws: CryptoError.self) {
                try CertificateAuthority(certificatePEM: certificate, privateKeyPEM: key)
            }
        }
    }
}
#endif

import Foundation
import KeyfobCore
import KeyfobCrypto
import Testing

@Suite("The certificate of a signing key, verified by openssl")
struct SelfSignedCertificateTests {
    @Test("wraps the key, is signed by it, and is the same each time")
    func wraps() throws {
        let openssl = try OpenSSL()
        let key = try RSAPrivateKey()
        let now = Date(unixSeconds: 1_790_000_000)
        let der = try SelfSignedCertificate.der(for: key, commonName: "accounts.keyfob.test", now: now)
        #expect(try SelfSignedCertificate.der(for: key, commonName: "accounts.keyfob.test", now: now) == der)
        try openssl.write(der, "certificate.der")
        #expect(
            try openssl.run("x509", "-inform", "DER", "-in", "certificate.der", "-out", "certificate.pem").status == 0)
        let publicKey = try openssl.run("x509", "-in", "certificate.pem", "-pubkey", "-noout").output
        #expect(publicKey.filter { !$0.isWhitespace } == key.publicKey.pem.filter { !$0.isWhitespace })
        let verified = try openssl.run(
            "verify", "-check_ss_sig", "-CAfile", "certificate.pem", "-attime", "1790000001", "certificate.pem")
        #expect(verified.status == 0, "\(verified.output)")
        let text = try openssl.run("x509", "-in", "certificate.pem", "-noout", "-text").output
        for line in [
            "Version: 3", "Issuer: CN = accounts.keyfob.test", "Subject: CN = accounts.keyfob.test",
            "sha256WithRSAEncryption", "Not Before: Sep 21 14:13:20 2026 GMT", "Not After : Sep 18 14:13:20 2036 GMT",
        ] {
            #expect(text.contains(line), "\(line)")
        }
    }

    @Test("years from 2050 on are written in the form that openssl expects")
    func generalizedTime() throws {
        let openssl = try OpenSSL()
        let der = try SelfSignedCertificate.der(
            for: try RSAPrivateKey(), commonName: "x", now: Date(unixSeconds: 2_300_000_000))
        try openssl.write(der, "certificate.der")
        let dates = try openssl.run("x509", "-inform", "DER", "-in", "certificate.der", "-noout", "-dates").output
        #expect(
            dates.contains("notBefore=Nov 19") && dates.contains("2042 GMT") && dates.contains("2052 GMT"), "\(dates)")
    }

    @Test("times out of range throw", arguments: [Double.infinity, -.infinity, .nan, 1e300, -1])
    func absurd(moment: Double) throws {
        let key = try RSAPrivateKey()
        #expect(throws: CryptoError.self) {
            try SelfSignedCertificate.der(for: key, commonName: "x", now: Date(timeIntervalSince1970: moment))
        }
    }
}

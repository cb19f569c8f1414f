import Foundation
import KeyfobCore
import KeyfobCrypto
import Testing

@Suite("Device certificates")
struct DeviceCertificateTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let device = "0f0e0d0c-0b0a-4908-8706-050403020100"
    private static let user = "22222222-2222-4222-8222-222222222222"
    private static let tenant = "11111111-1111-4111-8111-111111111111"

    private static func key(isRSA: Bool) throws -> AsymmetricKey {
        isRSA ? .rsa(try RSAPrivateKey()) : .p256(P256PrivateKey())
    }

    private static func issue(_ authority: DeviceCertificateAuthority, _ key: AsymmetricKey) throws -> [UInt8] {
        try authority.issue(
            publicKey: key.publicKey, deviceID: device, userID: user, tenantID: tenant, joinType: 4,
            serialNumber: [UInt8](1...16), now: now)
    }

    @Test("openssl accepts our certificate requests, and we accept those of openssl", arguments: [true, false])
    func requests(isRSA: Bool) throws {
        let openssl = try OpenSSL()
        let key = try Self.key(isRSA: isRSA)
        let ours = try CertificateRequest.der(commonName: "a device", key: key)
        try openssl.write(ours, "ours.der")
        let checked = try openssl.run("req", "-inform", "DER", "-in", "ours.der", "-verify", "-noout", "-subject")
        #expect(checked.status == 0 && checked.output.contains("verify OK"), "\(checked.output)")
        #expect(checked.output.contains("CN = a device"))
        #expect(try CertificateRequest(verifying: ours).publicKey == key.publicKey)
        try openssl.write(key.pem, "key.pem")
        let made = try openssl.run(
            "req", "-new", "-key", "key.pem", "-sha256", "-subj", "/CN=theirs/O=x", "-outform", "DER", "-out",
            "theirs.der")
        try #require(made.status == 0, "\(made.output)")
        let theirs = try CertificateRequest(verifying: try openssl.bytes("theirs.der"))
        #expect(theirs.publicKey == key.publicKey && theirs.commonName == "theirs")
    }

    @Test("a certificate request with another key, or with any byte changed, is refused")
    func forgedRequests() throws {
        let der = try CertificateRequest.der(commonName: "a device", key: .p256(P256PrivateKey()))
        for index in der.indices {
            var changed = der
            changed[index] ^= 1
            #expect(throws: CryptoError.self) { try CertificateRequest(verifying: changed) }
            #expect(throws: CryptoError.self) { try CertificateRequest(verifying: Array(der.prefix(index))) }
        }
        #expect(throws: CryptoError.self) { try CertificateRequest(verifying: der + [0]) }
    }

    @Test("openssl parses a device's certificate as we do, and verifies its issuer", arguments: [true, false])
    func certificates(isRSA: Bool) throws {
        let openssl = try OpenSSL()
        let authorityKey = try Self.key(isRSA: isRSA)
        let authority = DeviceCertificateAuthority(key: authorityKey)
        let key = try Self.key(isRSA: !isRSA)
        let der = try Self.issue(authority, key)
        let read = try DeviceCertificate(der: der)
        #expect(read.deviceID == Self.device && read.userID == Self.user && read.tenantID == Self.tenant)
        #expect(read.issuerUnits == [DeviceCertificateAuthority.organizationalUnit])
        #expect(read.publicKey == key.publicKey)
        #expect(read.notBefore == Self.now.addingTimeInterval(-3600))
        #expect(read.isValid(at: Self.now) && !read.isValid(at: Self.now.addingTimeInterval(3651 * 86400)))
        #expect(read.isIssued(by: authority.publicKey))
        #expect(!read.isIssued(by: (try Self.key(isRSA: isRSA)).publicKey))
        #expect(!read.isIssued(by: (try Self.key(isRSA: !isRSA)).publicKey))
        try openssl.write(der, "device.der")
        let text = try openssl.run(
            "x509", "-inform", "DER", "-in", "device.der", "-noout", "-text", "-nameopt", "RFC2253")
        #expect(text.status == 0, "\(text.output)")
        #expect(text.output.contains("Issuer: \(DeviceCertificateAuthority.distinguishedName)"))
        #expect(text.output.contains("Subject: CN=\(Self.device)"))
        #expect(text.output.contains("TLS Web Client Authentication") && text.output.contains("CA:FALSE"))
        #expect(text.output.contains("1.2.840.113556.1.5.284.2"))
    }

    @Test("a certificate with any byte of its body or signature changed is not valid")
    func forgedCertificates() throws {
        let authority = DeviceCertificateAuthority(key: .p256(P256PrivateKey()))
        let der = try Self.issue(authority, .p256(P256PrivateKey()))
        for index in der.indices {
            var changed = der
            changed[index] ^= 1
            let read = try? DeviceCertificate(der: changed)
            #expect(read?.isIssued(by: authority.publicKey) != true, "byte \(index)")
            #expect((try? DeviceCertificate(der: Array(der.prefix(index)))) == nil)
        }
    }

    @Test("ids that are not GUIDs and times out of range are refused")
    func refusals() throws {
        let authority = DeviceCertificateAuthority(key: .p256(P256PrivateKey()))
        let key = P256PrivateKey().publicKey
        for (device, moment) in [
            ("x", 1.8e9), ("", 1.8e9), (Self.device + "0", 1.8e9), (Self.device, -1), (Self.device, 1e12),
            (Self.device, .nan),
        ] {
            #expect(throws: CryptoError.self) {
                try authority.issue(
                    publicKey: .p256(key), deviceID: device, userID: Self.user, tenantID: Self.tenant, joinType: 4,
                    serialNumber: [1], now: Date(timeIntervalSince1970: moment))
            }
        }
    }
}

#if Server
import Foundation
import KeyfobCore
import KeyfobCrypto
import Testing

@Suite("User certificates")
struct UserCertificateTests {
    private let now = Date(unixSeconds: 1_790_000_000)
    private let root: UserCertificateAuthority

    init() throws { root = try .create(commonName: "Contoso People", now: now) }

    private func verifier(
        _ authorities: [UserCertificateVerifier.Authority]? = nil, at seconds: Int64 = 0
    ) throws -> UserCertificateVerifier {
        try UserCertificateVerifier(
            authorities: authorities ?? [.init(certificate: root.der, isRoot: true)],
            now: now.addingTimeInterval(Double(seconds)))
    }

    private func refusal(
        _ der: [UInt8], by verifier: UserCertificateVerifier
    ) async -> UserCertificateRefusal.Reason? {
        do throws(UserCertificateRefusal) {
            _ = try await verifier.verify(der)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func `a certificate of a trusted authority says whose it is`() async throws {
        let issued = try root.issue(
            commonName: "Ada", principalName: "ada@contoso.test", mailAddress: "ada@mail.test", now: now)
        let certificate = try await verifier().verify(issued.der)
        #expect(certificate.principalName == "ada@contoso.test")
        #expect(certificate.mailAddresses == ["ada@mail.test"])
        #expect(certificate.subject == "CN=Ada")
        #expect(certificate.issuer == "CN=Contoso People")
        #expect(certificate.subjectKeyIdentifier?.utf8.count == 40)
        #expect(certificate.publicKeySHA1.utf8.count == 40)
    }

    @Test func `what is not a person's, not from a trusted authority or not of now is refused, each for its reason`()
        async throws
    {
        let ada = try root.issue(commonName: "Ada", principalName: "ada@contoso.test", now: now, validDays: 30)
        let stranger = try UserCertificateAuthority.create(commonName: "Contoso People", now: now)
        let forged = try stranger.issue(commonName: "Ada", principalName: "ada@contoso.test", now: now)
        let server = try root.issue(commonName: "Ada", principalName: "ada@contoso.test", now: now, isForServers: true)
        let current = try self.verifier()
        #expect(await refusal(forged.der, by: current) == .unknownIssuer, "the same name and another key")
        #expect(await refusal(server.der, by: current) == .unfit)
        #expect(await refusal(root.der, by: current) == .unfit, "an authority is not a user")
        #expect(await refusal([], by: current) == .malformed)
        #expect(await refusal(Array(ada.der.dropLast()), by: current) == .malformed)
        #expect(await refusal(ada.der, by: try verifier(at: -3700)) == .expired)
        #expect(await refusal(ada.der, by: try verifier(at: 31 * 86400)) == .expired)
        #expect(await refusal(ada.der, by: try verifier([])) == .unknownIssuer)
        #expect(await refusal(ada.der, by: current) == nil)
    }

    @Test func `an intermediate counts only if the tenant has listed it, and never as an end of the chain`()
        async throws
    {
        let branch = try root.subordinate(commonName: "Contoso Branch", now: now)
        let ada = try branch.issue(commonName: "Ada", principalName: "ada@contoso.test", now: now)
        let top = UserCertificateVerifier.Authority(certificate: root.der, isRoot: true)
        let middle = UserCertificateVerifier.Authority(certificate: branch.der, isRoot: false)
        #expect(await refusal(ada.der, by: try verifier([top, middle])) == nil)
        #expect(await refusal(ada.der, by: try verifier([top])) == .unknownIssuer)
        #expect(await refusal(ada.der, by: try verifier([middle])) == .unknownIssuer)
    }

    @Test func `a changed bit anywhere makes another certificate, which is refused`() async throws {
        let ada = try root.issue(commonName: "Ada", principalName: "ada@contoso.test", now: now)
        let current = try self.verifier()
        for index in stride(from: 0, to: ada.der.count, by: 7) {
            var bytes = ada.der
            bytes[index] ^= 1
            #expect(await refusal(bytes, by: current) != nil, "byte \(index)")
        }
    }

    @Test func `an authority that is none, and a revocation list that is none, are not taken`() throws {
        let ada = try root.issue(commonName: "Ada", principalName: nil, now: now)
        #expect(throws: CryptoError.self) { try verifier([.init(certificate: ada.der, isRoot: true)]) }
        #expect(throws: CryptoError.self) {
            try verifier([.init(certificate: root.der, isRoot: true, revocationList: [0x30, 0x00])])
        }
    }

    @Test func `openssl's certificates are read, and those on its revocation list are refused`() async throws {
        let openssl = try OpenSSL()
        try openssl.write(Self.configuration, "ca.cnf")
        try openssl.write("", "index.txt")
        try openssl.write("1000\n", "serial")
        try openssl.write("01\n", "crlnumber")
        func run(_ result: OpenSSL.Result) throws { try #require(result.status == 0, "\(result.output)") }
        try run(
            try openssl.run(
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-days", "30",
                "-subj", "/DC=test/DC=contoso/CN=People", "-config", "ca.cnf", "-extensions", "authority"))
        for name in ["ada", "grace"] {
            try run(
                try openssl.run(
                    "req", "-newkey", "rsa:2048", "-nodes", "-keyout", "\(name).key", "-out", "\(name).csr",
                    "-subj", "/DC=test/DC=contoso/OU=Staff/CN=\(name)", "-config", "ca.cnf"))
            try run(
                try openssl.run(
                    "ca", "-batch", "-config", "ca.cnf", "-extensions", name, "-in", "\(name).csr", "-out",
                    "\(name).pem", "-notext"))
            try run(try openssl.run("x509", "-in", "\(name).pem", "-outform", "DER", "-out", "\(name).der"))
        }
        try run(try openssl.run("ca", "-config", "ca.cnf", "-revoke", "grace.pem"))
        try run(try openssl.run("ca", "-config", "ca.cnf", "-gencrl", "-out", "crl.pem"))
        try run(try openssl.run("crl", "-in", "crl.pem", "-outform", "DER", "-out", "crl.der"))
        try run(try openssl.run("x509", "-in", "ca.pem", "-outform", "DER", "-out", "ca.der"))
        let list = try openssl.bytes("crl.der")
        let today = Date()
        func verifier(of list: [UInt8]?, at moment: Date) throws -> UserCertificateVerifier {
            try UserCertificateVerifier(
                authorities: [.init(certificate: try openssl.bytes("ca.der"), isRoot: true, revocationList: list)],
                now: moment)
        }
        let ada = try await verifier(of: list, at: today).verify(try openssl.bytes("ada.der"))
        #expect(ada.principalName == "ada@contoso.test")
        #expect(ada.subject == "DC=test,DC=contoso,OU=Staff,CN=ada")
        #expect(ada.issuer == "DC=test,DC=contoso,CN=People")
        #expect(ada.serialNumber == "1000")
        let shown = try openssl.run("x509", "-in", "ada.pem", "-noout", "-ext", "subjectKeyIdentifier").output
        #expect(
            shown.filter { !$0.isWhitespace && $0 != ":" }.lowercased()
                .hasSuffix(try #require(ada.subjectKeyIdentifier)))
        let grace = try openssl.bytes("grace.der")
        #expect(await refusal(grace, by: try verifier(of: list, at: today)) == .revoked)
        #expect(await refusal(grace, by: try verifier(of: nil, at: today)) == nil, "without the list it is accepted")
        #expect(
            await refusal(
                try openssl.bytes("ada.der"), by: try verifier(of: list, at: today.addingTimeInterval(8 * 86400)))
                == .unknownRevocation, "the list is out of date")
        var forged = list
        forged[list.count - 1] ^= 1
        #expect(await refusal(grace, by: try verifier(of: forged, at: today)) == .unknownRevocation)
    }

    private static let configuration = """
        [ca]
        default_ca = here
        [here]
        dir = .
        database = ./index.txt
        new_certs_dir = .
        serial = ./serial
        crlnumber = ./crlnumber
        certificate = ./ca.pem
        private_key = ./ca.key
        default_md = sha256
        default_days = 20
        default_crl_days = 7
        policy = any
        [any]
        domainComponent = optional
        organizationalUnitName = optional
        commonName = supplied
        [req]
        distinguished_name = name
        [name]
        [authority]
        basicConstraints = critical,CA:TRUE
        keyUsage = critical,keyCertSign,cRLSign
        subjectKeyIdentifier = hash
        [ada]
        basicConstraints = CA:FALSE
        keyUsage = critical,digitalSignature
        extendedKeyUsage = clientAuth
        subjectKeyIdentifier = hash
        authorityKeyIdentifier = keyid
        subjectAltName = otherName:1.3.6.1.4.1.311.20.2.3;UTF8:ada@contoso.test
        [grace]
        extendedKeyUsage = clientAuth
        subjectAltName = otherName:1.3.6.1.4.1.311.20.2.3;UTF8:grace@contoso.test

        """
}
#endif

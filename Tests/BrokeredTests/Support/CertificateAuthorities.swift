#if os(Linux)
#if Server
import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobTesting
import Testing

/// An authority of the same name that the tenant does not trust, and a certificate of it.
struct OtherUserCertificateAuthority {
    let pem: String

    init(_ user: String, _ now: Date) throws {
        let issued = try UserCertificateAuthority.create(commonName: "Contoso People", now: now)
            .issue(commonName: user, principalName: user, now: now)
        pem = issued.certificatePEM + "\n" + issued.privateKeyPEM.reveal()
    }
}

/// An openssl authority that has revoked one of Hedy's two certificates.
struct CertificateAuthorityOfOpenSSL {
    /// The authority's certificate in DER.
    let root: [UInt8]
    /// Its revocation list in DER.
    let revocationList: [UInt8]
    /// The certificate that is on the list, with its key.
    let revoked: String
    /// The certificate that is not on the list.
    let good: String

    init(folder parent: String) async throws {
        let folder = "\(parent)/openssl"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        func run(_ arguments: String...) async throws {
            let outcome = try await ChildProcess.run(
                "/usr/bin/env", ["-C", folder, "openssl"] + arguments, environment: ["PATH": "/usr/bin:/bin"])
            try #require(outcome.status == 0, "openssl: \(outcome.errors)")
        }
        func text(_ name: String) throws -> String {
            String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")), as: UTF8.self)
        }
        func bytes(_ name: String) throws -> [UInt8] {
            Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
        }
        for (name, content) in [
            ("ca.cnf", Self.configuration), ("index.txt", ""), ("serial", "1000\n"), ("crlnumber", "01\n"),
        ] {
            try Data(content.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
        try await run(
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-days", "30",
            "-subj", "/CN=Smart cards", "-config", "ca.cnf", "-extensions", "authority")
        for name in ["revoked", "good"] {
            try await run(
                "req", "-newkey", "rsa:2048", "-nodes", "-keyout", "\(name).key", "-out", "\(name).csr", "-subj",
                "/CN=Hedy \(name)", "-config", "ca.cnf")
            try await run(
                "ca", "-batch", "-config", "ca.cnf", "-extensions", "person", "-in", "\(name).csr", "-out",
                "\(name).pem", "-notext")
        }
        try await run("ca", "-config", "ca.cnf", "-revoke", "revoked.pem")
        try await run("ca", "-config", "ca.cnf", "-gencrl", "-out", "crl.pem")
        try await run("crl", "-in", "crl.pem", "-outform", "DER", "-out", "crl.der")
        try await run("x509", "-in", "ca.pem", "-outform", "DER", "-out", "ca.der")
        root = try bytes("ca.der")
        revocationList = try bytes("crl.der")
        revoked = try text("revoked.pem") + text("revoked.key")
        good = try text("good.pem") + text("good.key")
    }

    private static let configuration = """
        [ca]
        default_ca = here
        [here]
        dir = .
        database = index.txt
        new_certs_dir = .
        serial = serial
        crlnumber = crlnumber
        certificate = ca.pem
        private_key = ca.key
        default_md = sha256
        default_days = 20
        default_crl_days = 7
        policy = any
        unique_subject = no
        [any]
        commonName = supplied
        [req]
        distinguished_name = name
        [name]
        [authority]
        basicConstraints = critical,CA:TRUE
        keyUsage = critical,keyCertSign,cRLSign
        subjectKeyIdentifier = hash
        [person]
        basicConstraints = critical,CA:FALSE
        keyUsage = critical,digitalSignature
        extendedKeyUsage = clientAuth
        subjectKeyIdentifier = hash
        subjectAltName = otherName:1.3.6.1.4.1.311.20.2.3;UTF8:hedy@contoso.test
        """
}
#endif
#endif

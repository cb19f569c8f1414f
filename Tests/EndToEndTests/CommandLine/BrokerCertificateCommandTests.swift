#if Server
import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobTesting
import Testing

@Suite("keyfob-broker certificate")
struct BrokerCertificateCommandTests {
    private struct Scene {
        let directory: TemporaryDirectory
        var home: String { "\(directory.path)/home" }
        var file: String { "\(home)/broker/certificates/ada@contoso.test.sealed" }
        /// The files of sealing keys.
        var keys: [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: "\(home)/broker/keys")) ?? []
        }

        init() throws {
            directory = try TemporaryDirectory("keyfob-certificates")
            try FileManager.default.createDirectory(
                atPath: "\(directory.path)/home", withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700])
        }

        func write(_ name: String, _ text: String) throws -> String {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(directory.path)/\(name)"))
            return "\(directory.path)/\(name)"
        }

        func run(_ arguments: String...) async throws -> ChildProcess.Outcome {
            try await ChildProcess.run(
                BuildProducts.executable("keyfob-broker"), ["certificate"] + arguments,
                environment: ["HOME": directory.path, "KEYFOB_HOME": home, "PATH": "/usr/bin:/bin"])
        }
    }

    @Test
    func `a certificate is added as a sealed file that only its owner can read, listed, replaced and removed`()
        async throws
    {
        let scene = try Scene()
        defer { scene.directory.remove() }
        let people = try UserCertificateAuthority.create(commonName: "People", now: Date())
        var keys: [String] = []
        for round in 1...2 {
            let ada = try people.issue(commonName: "Ada \(round)", principalName: nil, now: Date())
            let added = try await scene.run(
                "add", "--name", "ada@contoso.test", "--certificate", scene.write("ada.pem", ada.certificatePEM),
                "--key", scene.write("ada.key", ada.privateKeyPEM.reveal()))
            #expect(added.status == 0, "\(added.errors)")
            let attributes = try FileManager.default.attributesOfItem(atPath: scene.file)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            let content = String(decoding: FileManager.default.contents(atPath: scene.file) ?? Data(), as: UTF8.self)
            let lines = (ada.certificatePEM + ada.privateKeyPEM.reveal()).split(separator: "\n")
            #expect(lines.count > 4 && content.utf8.count > 500)
            for line in lines { #expect(!content.contains(line)) }
            // Earlier sealed files can no longer be opened.
            #expect(scene.keys.count == 1 && scene.keys != keys)
            keys = scene.keys
            #expect(!(added.output + added.errors).contains("PRIVATE"))
        }
        #expect(try await scene.run("list", "--json").output == "[\"ada@contoso.test\"]\n")
        #expect(try await scene.run("remove", "ada@contoso.test").status == 0)
        #expect(!FileManager.default.fileExists(atPath: scene.file) && scene.keys.isEmpty)
        #expect(try await scene.run("remove", "ada@contoso.test").status == 4)
        #expect(try await scene.run("list").output.contains("no certificate"))
    }

    @Test
    func `a key that does not match, a malformed file and a name that is a path are refused, and nothing is stored`()
        async throws
    {
        let scene = try Scene()
        defer { scene.directory.remove() }
        let people = try UserCertificateAuthority.create(commonName: "People", now: Date())
        let ada = try people.issue(commonName: "Ada", principalName: nil, now: Date())
        let grace = try people.issue(commonName: "Grace", principalName: nil, now: Date())
        let certificate = try scene.write("ada.pem", ada.certificatePEM)
        let key = try scene.write("ada.key", ada.privateKeyPEM.reveal())
        let other = try scene.write("grace.key", grace.privateKeyPEM.reveal())
        for (name, certificate, key) in [
            ("ada@contoso.test", certificate, other), ("ada@contoso.test", certificate, certificate),
            ("ada@contoso.test", key, key), ("ada@contoso.test", scene.directory.path + "/nothing", key),
            ("../ada", certificate, key), (".ada", certificate, key),
        ] {
            let refused = try await scene.run("add", "--name=\(name)", "--certificate", certificate, "--key", key)
            #expect(refused.status == 4, "\(name) \(certificate) \(key): \(refused.output)\(refused.errors)")
            #expect(!refused.errors.contains("PRIVATE KEY"))
            #expect(!FileManager.default.fileExists(atPath: scene.file))
        }
    }

    @Test func `for PKCS #12, DER and a key with a password the error contains the conversion to PEM`() async throws {
        let scene = try Scene()
        defer { scene.directory.remove() }
        let people = try UserCertificateAuthority.create(commonName: "People", now: Date())
        let ada = try people.issue(commonName: "Ada", principalName: nil, now: Date())
        let certificate = try scene.write("ada.pem", ada.certificatePEM)
        let key = try scene.write("ada.key", ada.privateKeyPEM.reveal())
        let folder = scene.directory.path
        func openssl(_ arguments: String...) async throws {
            let outcome = try await ChildProcess.run("/usr/bin/openssl", arguments, environment: ["HOME": folder])
            try #require(outcome.status == 0, "\(outcome.errors)")
        }
        try await openssl(
            "pkcs12", "-export", "-in", certificate, "-inkey", key, "-out", "\(folder)/ada.p12", "-passout", "pass:x")
        try await openssl("pkey", "-in", key, "-aes256", "-passout", "pass:x", "-out", "\(folder)/locked.key")
        for (certificate, key, hint) in [
            ("\(folder)/ada.p12", key, "openssl pkcs12 -in"), (certificate, "\(folder)/locked.key", "openssl pkey -in"),
        ] {
            let refused = try await scene.run(
                "add", "--name", "ada@contoso.test", "--certificate", certificate, "--key", key)
            #expect(refused.status == 4 && refused.errors.contains(hint), "\(refused.errors)")
        }
        #expect(scene.keys.isEmpty)
        // As in the hints.
        try await openssl(
            "pkcs12", "-in", "\(folder)/ada.p12", "-nodes", "-passin", "pass:x", "-out", "\(folder)/both.pem")
        let added = try await scene.run("add", "--name", "ada@contoso.test", "--certificate", "\(folder)/both.pem")
        #expect(added.status == 0, "\(added.errors)")
    }
}
#endif

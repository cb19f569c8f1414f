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
        var file: String { "\(home)/broker/certificates/ada@contoso.test.pem" }

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

    @Test func `a certificate is added as a file that only its owner can read, listed, replaced and removed`()
        async throws
    {
        let scene = try Scene()
        defer { scene.directory.remove() }
        let people = try UserCertificateAuthority.create(commonName: "People", now: Date())
        for round in 1...2 {
            let ada = try people.issue(commonName: "Ada \(round)", principalName: nil, now: Date())
            let added = try await scene.run(
                "add", "--name", "ada@contoso.test", "--certificate", scene.write("ada.pem", ada.certificatePEM),
                "--key", scene.write("ada.key", ada.privateKeyPEM.reveal()))
            #expect(added.status == 0, "\(added.errors)")
            let attributes = try FileManager.default.attributesOfItem(atPath: scene.file)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            let content = FileManager.default.contents(atPath: scene.file).map { String(decoding: $0, as: UTF8.self) }
            #expect(content?.contains(ada.certificatePEM) == true && content?.contains("PRIVATE KEY") == true)
            #expect(!(added.output + added.errors).contains("PRIVATE"))
        }
        #expect(try await scene.run("list", "--json").output == "[\"ada@contoso.test\"]\n")
        #expect(try await scene.run("remove", "ada@contoso.test").status == 0)
        #expect(!FileManager.default.fileExists(atPath: scene.file))
        #expect(try await scene.run("remove", "ada@contoso.test").status == 4)
        #expect(try await scene.run("list").output.contains("no certificate"))
    }

    @Test
    func `a key that does not fit, a file that is none and a name that is a path are refused, and nothing is kept`()
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
}
#endif

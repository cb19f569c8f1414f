import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobIdP
import KeyfobIdPModel
import KeyfobTesting
import KeyfobYAML
import Testing

@testable import KeyfobIdPFiles

/// PyYAML, the reader of the Azure command line, as a witness of what the provider writes and reads.
@Suite("YAML beside PyYAML", .timeLimit(.minutes(10)))
struct YAMLTests {
    private func witness(_ text: String) async throws -> JSONValue {
        _ = try await Witness.azureCommandLine()
        let outcome = try await ChildProcess.run(
            Witness.root + "/build/witnesses-azure-cli/bin/python",
            [Witness.root + "/Tests/InteropTests/Python/read_yaml.py"],
            environment: ProcessInfo.processInfo.environment,
            input: text)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return try JSONValue(parsing: outcome.output)
    }

    private func ours(_ text: String) throws -> JSONValue {
        .array(try YAMLReader.documents(SourceFile(name: "f", bytes: Array(text.utf8))).map(\.json))
    }

    @Test("An export is the same tree to both")
    func export() async throws {
        let store = InMemoryIdPStore()
        try await SeedData.contoso(in: store, random: SystemRandomSource(), passwordCost: .test)
        let text = try await DirectoryFiles.export(store, withSecrets: true, platform: SeedData.platform)
        #expect(try await witness(text) == ours(text))
    }

    @Test("The configuration that keyfob has written and changed is the same tree to both")
    func configuration() async throws {
        let folder = try TemporaryDirectory("keyfob-config")
        defer { folder.remove() }
        let path = "\(folder.path)/config.yaml"
        try "# Mine.\nprofiles:\n    a: {issuer: 'https://a.example', client-id: x}   # first\n\n# End.\n".write(
            toFile: path, atomically: false, encoding: .utf8)
        let tool = BuildProducts.executable("keyfob")
        for arguments in [
            ["add", "yes", "--provider", "google", "--client-id", "017", "--scope", "openid email", "--default"],
            ["add", "b", "--authority", "https://b.example/t", "--client-id", "on", "--parameter", "x=: #\u{e9}"],
            ["default", "b"], ["remove", "a"],
        ] {
            let outcome = try await ChildProcess.run(
                tool, ["config"] + arguments, environment: ["KEYFOB_CONFIG": path, "HOME": folder.path])
            #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(try await witness(text) == ours(text), "\(text)")
        }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.hasPrefix("# Mine.\n") && text.hasSuffix("\n\n# End.\n"))
        #expect(try ours(text).arrayValue?.first?["profiles"]?["yes"]?["client-id"] == "017")
    }

    @Test("Texts of every kind are written so that both read them alike")
    func texts() async throws {
        var texts = [
            "", "yes", "No", "on", "y", "~", "null", "1", "1.0", "1e3", "0x1F", "0o7", "017", "1_000", "12:30:00",
            "2026-11-26", "a: b", "a:", "- a", "-", "?", "a #b", "#a", " a", "a ", "a  b", "a\nb", "a\n", "\t", "\"",
            "'",
            "\\", "{}", "[]", "*a", "&a", "!a", "%a", "@a", "`a", "|", ">", "=", "<<", "é", "😀", "\u{85}", "\u{2028}",
            "\u{FEFF}", "\u{7F}", "\u{A0}", "11111111-1111-4111-8111-111111111111",
            "12345678-1234-1234-1234-123456789e12",
            "ada_x#EXT#@y.z", "api://files", "http://localhost:8080/a?b=c&d=e", "$scrypt$ln=15,r=8,p=1$a+b/c$d==",
            ".inf",
            "NaN", "True",
        ]
        texts += (0x20...0x17F).compactMap { Unicode.Scalar($0).map { "x\($0)y" } }
        let value = JSONValue.object([
            "list": .strings(texts), "nested": .array(texts.map { ["a": [["b": .string($0)]], "c": .string($0)] }),
        ])
        let text = YAMLWriter.text(of: value)
        #expect(try await witness(text) == [value])
        #expect(try ours(text) == [value])
    }

    @Test("Files as people write them are read as PyYAML reads them")
    func reading() async throws {
        let text = """
            # A directory
            ---
            tenants:
            - domains: [contoso.test, "b.test"]   # two
              displayName: 'It''s Contoso'
              description: >-
                Folded
                text

                  with more
                end
              notes: |
                Literal
                  text

              users:
                -   userPrincipalName: a@contoso.test
                    jobTitle: Chief: no
                - {userPrincipalName: b@contoso.test, accountEnabled: false, tags: [a, b]}
                -
                  userPrincipalName: c@contoso.test
                  streetAddress: one
                    two

                    three
                  empty:
                  quoted: "a
                    b\\
                    c\\u00e9"
            --- [1, 2.5, -3, true, null, ~]
            ...
            ---
            x:
            - - a
              - b
            -   - c
            """.replacing("Chief: no", with: "\"Chief: no\"")
        #expect(try await witness(text) == ours(text))
    }
}

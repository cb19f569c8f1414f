import Foundation
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// What a stranger's tools make of the admin API, knowing its description alone.
@Suite("The description of the admin API")
struct AdminDescriptionTests {
    private func run(_ program: String, _ arguments: [String], at provider: RunningProvider) async throws
        -> ChildProcess.Outcome
    {
        let python = try await Witness.python()
        // Schemathesis keeps notes in the folder that it is run in.
        return try await ChildProcess.run(
            "/usr/bin/env",
            ["-C", provider.home, (python as NSString).deletingLastPathComponent + "/\(program)"] + arguments,
            environment: ["PATH": "/usr/bin:/bin", "HOME": provider.home, "NO_COLOR": "1"])
    }

    @Test("openapi-spec-validator accepts it as OpenAPI 3.1, and it has each address of the API")
    func valid() async throws {
        try await RunningProvider.with { provider in
            let document = try await provider.admin.call(.get, "/_admin/openapi.json")
            #expect(document["openapi"] == "3.1.0")
            #expect(document["servers"]?.arrayValue?.first?["url"]?.stringValue == provider.origin)
            let paths = document["paths"]?.objectValue?.keys.sorted() ?? []
            #expect(paths.contains("/_admin/clock") && paths.contains("/_admin/users/{user}/authenticator"))
            #expect(!paths.contains("/_admin/users"), "Microsoft Graph has a word for users")
            let file = provider.home + "/openapi.json"
            try Data(document.bytes()).write(to: URL(fileURLWithPath: file))
            let outcome = try await run("openapi-spec-validator", [file], at: provider)
            #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
        }
    }

    @Test("Schemathesis finds no response that the description does not admit, and no wrong request that is served")
    func tested() async throws {
        try await RunningProvider.with { provider in
            let token = try String(contentsOfFile: provider.home + "/idp/admin-token", encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            let document = try await provider.admin.call(.get, "/_admin/openapi.json")
            let file = provider.home + "/openapi.json"
            try Data(document.bytes()).write(to: URL(fileURLWithPath: file))
            // No schema can say what a file of the directory may contain.
            let settings =
                "[[operations]]\ninclude-path = \"/_admin/apply\"\nchecks.positive_data_acceptance.enabled = false\n"
            let settingsFile = provider.home + "/schemathesis.toml"
            try Data(settings.utf8).write(to: URL(fileURLWithPath: settingsFile))
            let outcome = try await run(
                "schemathesis",
                [
                    "--config-file", settingsFile, "run", file, "--url", provider.origin, "--tls-verify",
                    provider.caFile, "--header",
                    "Authorization: Bearer \(token)", "--max-examples", "12", "--seed", "7",
                    "--suppress-health-check", "all", "--generation-database", "none", "--no-color",
                ], at: provider)
            #expect(
                outcome.status == 0, "\((outcome.output + outcome.errors).replacing(token, with: "TOKEN").suffix(6000))"
            )
        }
    }
}

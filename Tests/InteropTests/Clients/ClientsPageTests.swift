import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

/// The blocks of `docs/clients.md` that a shell or Python runs, as they are printed there.
@Suite("The page of clients", .timeLimit(.minutes(10)))
struct ClientsPageTests {
    /// The client's output, and its status; a person approves the device code that it shows.
    private func run(
        _ script: String, _ environment: [String: String], approvedAt provider: RunningProvider? = nil
    ) async throws -> ChildProcess.Outcome {
        let client = try ClientsPage.start(script, environment: environment)
        if let provider { #expect(try await provider.approve(client).pages.last == "device-done") }
        return await client.outcome()
    }

    /// Runs a body with the text of the first section, and the environment of a reader's shell.
    private func withShell(
        _ body: (RunningProvider, String, [String: String], TemporaryDirectory) async throws -> Void
    ) async throws {
        try await RunningProvider.with { provider in
            let home = try TemporaryDirectory("keyfob-clients")
            defer { home.remove() }
            let python = URL(fileURLWithPath: try await Witness.python()).deletingLastPathComponent().path
            let environment = ClientsPage.environment(for: provider, home: home.path, programs: [python])
            let setUp = try ClientsPage.blocks("What every block needs", for: provider).joined(separator: "\n")
            try await body(provider, setUp, environment, home)
        }
    }

    @Test("curl: a service reads a user's files by its secret, and a user their own by device code")
    func curl() async throws {
        try await withShell { provider, setUp, environment, _ in
            let service = try ClientsPage.block("curl", 0, for: provider)
            let user = try ClientsPage.block("curl", 1, for: provider)
            let outcome = try await run(
                [setUp, service, user].joined(separator: "\n"), environment, approvedAt: provider)
            #expect(outcome.status == 0, "\(outcome.output)")
            #expect(outcome.output.contains(#""reader":"My web app""#), "\(outcome.output)")
            #expect(outcome.output.contains(#""owner":"ada@contoso.test""#), "\(outcome.output)")
        }
    }

    @Test("azure-identity and MSAL Python: a service and a user are signed in, and the API accepts their tokens")
    func python() async throws {
        try await withShell { provider, setUp, environment, home in
            for (section, lines) in [
                ("azure-identity", ["reader: My web app", "owner: ada@contoso.test"]),
                ("MSAL Python", ["owner: ada@contoso.test", "account: ada@contoso.test"]),
            ] {
                let file = home.path + "/client.py"
                try Data(try ClientsPage.block(section, 0, for: provider).utf8).write(to: URL(fileURLWithPath: file))
                let outcome = try await run(
                    setUp + "\nexec python -u \(file)", environment, approvedAt: provider)
                #expect(outcome.status == 0, "\(outcome.output)")
                for line in lines { #expect(outcome.output.contains(line), "\(section): \(outcome.output)") }
            }
        }
    }

    @Test("Azure CLI: the page's service principal")
    func servicePrincipal() async throws {
        try await withShell { provider, setUp, _, _ in
            try await AzureCommandLine.with(provider) { azure in
                let outcome = try await run(
                    setUp + "\n" + (try ClientsPage.block("Azure CLI", 2, for: provider)), azure.environment)
                #expect(outcome.status == 0, "\(outcome.output)")
                #expect(outcome.output.contains("\naaaaaaaa-0000-4000-8000-000000000009"), "\(outcome.output)")
            }
        }
    }
}
